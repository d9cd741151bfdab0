import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launchBrowser } from '../support/launch-browser.ts';
import { addShowcase } from '../support/showcase.ts';
import type { ChatProgram } from './chats/chat-program.ts';
import { inspector } from './chats/inspector.ts';
import { lookedAt } from './chats/looked-at.ts';
import { mcpUi } from './chats/mcp-ui.ts';
import { installed } from './installing.ts';
import { tableOf } from './table.ts';
import { Workplace } from './workplace.ts';

/**
 * `npm run chats`: shows every app in real programs of their newest releases, and prints what was seen. `--only NAME`
 * names programs, `--folder FOLDER` keeps packages and pictures there, `--installed` takes the packages from there.
 */
const { values: options } = parseArgs({
  options: {
    only: { type: 'string', multiple: true },
    folder: { type: 'string' },
    installed: { type: 'boolean', default: false },
  },
});

const programs: readonly ChatProgram[] = [inspector, mcpUi].filter(
  ({ name }) => options.only?.some((one) => name.toLowerCase().includes(one)) ?? true,
);
const themes = ['light', 'dark'] as const;
const folder = options.folder ?? (await mkdtemp(join(tmpdir(), 'workspace-chats-')));
const workplace = await Workplace.open();
const shows = await addShowcase(workplace.account, 'general');
const browser = await launchBrowser();
const rows: string[][] = [];
try {
  for (const program of programs) rows.push(...(await rowsOf(program)));
} finally {
  await browser.close();
  await workplace.close();
  if (options.folder === undefined) await rm(folder, { recursive: true, force: true });
}
console.log(tableOf(['program', 'colours', 'apps', 'what was seen'], rows));

async function rowsOf(program: ChatProgram): Promise<string[][]> {
  const slug = program.name.toLowerCase().replaceAll(/\W+/g, '-');
  const packages = join(folder, slug);
  const version = await installed(program.packages, packages, options.installed);
  const home = await mkdtemp(join(tmpdir(), 'workspace-chat-home-'));
  const pictures = join(folder, `${slug}-pictures`);
  await mkdir(pictures, { recursive: true });
  const started = await program.start({ installed: packages, home, place: workplace.place });
  try {
    const rows: string[][] = [];
    for (const theme of themes) {
      const faults: string[] = [];
      for (const [name, show] of Object.entries(shows)) {
        const wrong = await lookedAt(browser, show, {
          started,
          theme,
          picture: join(pictures, `${name}-${theme}.png`),
        });
        console.error(`${program.name}, ${theme}, ${name}: ${wrong.join('; ') || 'good'}`);
        if (wrong.length > 0) faults.push(`${name} ${wrong.join('; ')}`);
      }
      const good = Object.keys(shows).length - faults.length;
      rows.push([
        `${program.name} ${version}`,
        theme,
        `${good} of ${Object.keys(shows).length}`,
        faults.join('; ') || 'good',
      ]);
    }
    return rows;
  } finally {
    await started.close();
    await rm(home, { recursive: true, force: true });
  }
}

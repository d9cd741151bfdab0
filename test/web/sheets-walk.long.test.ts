import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { Random } from '../support/random.ts';
import { SheetWriter, wordsIn } from '../support/sheet-writer.ts';
import { StoredTexts } from '../support/stored-texts.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const steps = Number(process.env.STEPS ?? 30);
const seeds = (process.env.SEEDS ?? '21 22').split(' ').map(Number);
const content = 'Name,City,Stage\nAda,Oslo,open\nBo,Rome,open\nCy,Bonn,open\nDi,Bern,won\n';

const acts = {
  type: 8,
  begin: 3,
  paste: 2,
  fill: 2,
  undo: 2,
  save: 6,
  settle: 6,
  wait: 4,
  leave: 2,
  reload: 2,
  offline: 1,
  discard: 1,
} as const;
const all = Object.entries(acts).flatMap(([name, often]) => Array.from({ length: often }, () => name));
/** Acts that give words up. */
const givingUp = new Set(['undo', 'discard']);

/** An agent over MCP, which changes cells and adds rows. It may be too late. */
async function agent(id: string, random: Random): Promise<() => Promise<void>> {
  const { call } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('will').token!);
  let words = 0;
  return async () => {
    const { artifact } = await gateway.as('will').done(`GET /artifacts/${id}`);
    const lines = artifact.content.split('\n');
    const at = 1 + random.below(Math.max(1, lines.length - 2));
    const cells = (lines[at] ?? '').split(',');
    cells[random.below(3)] = `Agent${(words += 1)}`;
    if (random.onceIn(3)) lines.splice(at, 0, `Row${words},,`);
    else lines[at] = cells.join(',');
    const written = { artifactId: id, expectedVersionId: artifact.versionId, content: lines.join('\n') };
    const input = { ...written, clientApp: 'codex', idempotencyKey: randomUUID() };
    const { problem } = await call('workspace_artifact_update', input);
    if (problem && problem.code !== 'version_conflict') throw new Error(problem.detail);
  };
}

test.each(seeds)(
  'no word of two people, one of them in two tabs, and an agent is lost (seed %i)',
  async (seed) => {
    const random = new Random(seed);
    const title = `Walk ${seed}`;
    const input = { kind: 'csv', title, content, channelId: 'board', idempotencyKey: randomUUID() };
    const { id } = (await gateway.as('mia').done('POST /artifacts', input)).artifact;
    const path = `/artifacts/${id}/cells`;
    const people = await Promise.all(
      (['mia', 'will'] as const).map(async (name) => {
        const page = await appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path });
        return new SheetWriter(page, path, random, name[0]!.toUpperCase());
      }),
    );
    const [mia, will] = people as [SheetWriter, SheetWriter];
    const browsers = [[mia, await mia.inAnotherTab('N')], [will]];
    const agentWrites = await agent(id, random);
    const done: string[] = [];
    const stored = new StoredTexts(
      gateway.as('mia'),
      'board',
      (one) => one === title || one.startsWith(`${title} (copy`),
    );
    /** Words go from a draft into a version, so drafts are read first. */
    const found = async (person: SheetWriter) => wordsIn(`${await person.kept()} ${await stored.read()}`);
    const missing = async (person: SheetWriter) => {
      const words = await found(person);
      return person.owed().filter((word) => !words.has(word));
    };

    for (let step = 0; step < steps; step += 1) {
      const names = browsers.map(() => random.pick(all) as keyof typeof acts);
      const acting = browsers.map((tabs) => random.pick(tabs));
      done.push(names.join('+'));
      if (random.onceIn(2)) await agentWrites();
      await Promise.all(acting.map(({ page }) => page.bringToFront()));
      const givesUp = await Promise.all(acting.map(async (person, place) => (await person[names[place]!]()) === true));
      for (const [place, person] of acting.entries()) {
        if (givesUp[place] || givingUp.has(names[place]!)) {
          await person.page.waitForTimeout(1_000);
          person.keepOnly(await found(person));
        } else await expect.poll(() => missing(person), { timeout: 10_000, message: done.join(' ') }).toEqual([]);
      }
    }
  },
  60_000 + steps * 10_000,
);

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Plugin } from 'rolldown';
import { pageOf, type Project } from '../packages/description.ts';
import { articleOf } from './article.ts';
import { type Frame, layout, missingPage } from './layout.ts';
import { contentsOf, pagesIn } from './pages.ts';
import { sectionsOf } from './sections.ts';

const folder = 'docs';
const sheets = ['web/ui/tokens.css', 'web/ui/base.css', 'src/help/article.css', 'src/help/page.css'];

/** Where the build writes the pages. The names of parts change with their contents. */
const pageFile = (file: string): string => `help/pages/${file.replace(/\.md$/, '.html')}`;
export const partFiles = 'help/parts/[name]-[hash]';

/** The pages of `/help`: `docs/` as HTML, beside the script that searches them. */
export const helpSite = (project: Project): Plugin => ({
  name: 'help-site',
  generateBundle(_, bundle) {
    const pages = pagesIn(folder);
    const addressOf = (fileName: string) => `/${fileName}`;
    const part = (name: string, source: string | Buffer) =>
      addressOf(this.getFileName(this.emitFile({ type: 'asset', name, source })));
    const page = (fileName: string, source: string) => this.emitFile({ type: 'asset', fileName, source });
    const script = Object.values(bundle).find((chunk) => chunk.type === 'chunk' && chunk.isEntry)!;
    const repository = pageOf(project);
    const frame: Frame = {
      contents: contentsOf(pages),
      script: addressOf(script.fileName),
      style: part('page.css', sheets.map((sheet) => readFileSync(sheet, 'utf8')).join('\n')),
      icon: part('icon.svg', readFileSync('web/app/icon.svg')),
      index: part('index.json', JSON.stringify(sectionsOf(pages.values()))),
      repository,
      version: project.version,
    };
    const imageAt = (file: string) => {
      const bytes = readFileSync(join(folder, file));
      return { src: part(basename(file), bytes), ...sizeOf(bytes) };
    };
    for (const one of pages.values()) {
      page(pageFile(one.file), layout(one, articleOf(one, { pages, repository, imageAt }), frame));
    }
    page(pageFile('missing.md'), missingPage(frame));
  },
});

/** Width and height of a WebP as browsers write them, in pixels. */
function sizeOf(bytes: Buffer): { width: number; height: number } {
  if (bytes.toString('latin1', 8, 16) !== 'WEBPVP8X') throw new Error('An image of docs/ is not an extended WebP.');
  return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
}

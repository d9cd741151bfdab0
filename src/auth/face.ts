import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Html, html } from './html.ts';

/** The colours and fonts of the app. The build puts the text here. */
const tokens = readFileSync(new URL('../../web/ui/tokens.css', import.meta.url), 'utf8');

/** How the gateway's own pages look, which is how the app looks. */
const common = `${tokens}
*{box-sizing:border-box}
body{margin:0;background:var(--color-background-primary);color:var(--color-text-primary);font:400 var(--text-interface)/20px var(--font-interface);overflow-wrap:anywhere}
h1,h2{font-weight:var(--weight-strong)}
a{color:var(--color-accent);text-underline-offset:2px}
code{font:.9em var(--font-code)}
:focus-visible{outline:2px solid var(--color-accent);outline-offset:2px}
`;

/** The style of a page, and the source by which its policy allows this style alone. */
export interface Face {
  readonly style: Html;
  readonly source: string;
}

/** A look with rules of its own, beside the rules of all pages. */
export function faceWith(rules: string): Face {
  const style = `${common}${rules}`;
  const digest = createHash('sha256').update(style).digest('base64');
  return { style: html`<style>${new Html(style)}</style>`, source: `'sha256-${digest}'` };
}

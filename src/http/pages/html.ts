import { createHash } from 'node:crypto';
import { Html, html } from '../../auth/html.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9d9de, #3a3a40); --soft: light-dark(#f5f5f7, #202024); --link: light-dark(#0a58ca, #7db2ff) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 54rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.7rem; line-height: 1.2 } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) }
a { color: var(--link) } code { font: .9em ui-monospace, monospace }
.address { padding: .4rem .6rem; background: var(--soft); border-left: 3px solid var(--link) }
`;

/** Allows only the page's own style, by its digest; nothing else is loaded or run. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const page = (title: string, body: Html): string => `<!doctype html>
${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Html(style)}</style></head><body>${body}</body></html>`
    .text
}
`;

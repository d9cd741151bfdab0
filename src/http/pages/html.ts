import { createHash } from 'node:crypto';
import { Html, html } from '../../auth/html.ts';

const style = `
:root { color-scheme: light dark; --line: light-dark(#d9d9de, #3a3a40); --soft: light-dark(#f5f5f7, #202024); --link: light-dark(#0a58ca, #7db2ff) }
* { box-sizing: border-box }
body { margin: 0 auto; padding: 1.5rem 1rem 4rem; max-width: 54rem; font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere }
h1 { font-size: 1.7rem; line-height: 1.2 } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line) } h3 { margin: 2.2rem 0 .4rem; font-size: 1.05rem }
h4 { margin: 1rem 0 .2rem; font-size: .9rem } a { color: var(--link) } code { font: .9em ui-monospace, monospace }
pre { padding: .8rem; background: var(--soft); overflow-x: auto } nav ul, .codes { padding: 0; list-style: none; display: flex; flex-wrap: wrap; gap: .2rem 1rem }
.address { padding: .4rem .6rem; background: var(--soft); border-left: 3px solid var(--link) } .quiet { opacity: .8 }
dl { margin: .2rem 0 } dt { margin-top: .4rem } dd { margin: 0 0 0 1.2rem } details { margin: .2rem 0 }
`;

/** Allows only the page's own style, by its digest; nothing else is loaded or run. */
export const contentSecurityPolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const page = (title: string, body: Html): string => `<!doctype html>
${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Html(style)}</style></head><body>${body}</body></html>`
    .text
}
`;

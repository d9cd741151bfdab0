import { faceWith } from '../../auth/face.ts';
import { type Html, html } from '../../auth/html.ts';

const face = faceWith(`
body{margin:0 auto;padding:24px 16px 64px;max-width:54rem;font-size:var(--text-document);line-height:26px}
h1{font-size:28px;line-height:34px} h2{margin-top:48px;padding-bottom:4px;font-size:var(--text-title);border-bottom:1px solid var(--color-border-primary)}
.address{padding:6px 10px;background:var(--color-background-secondary);border-left:3px solid var(--color-accent)}
`);

/** Allows only the page's own style, by its digest; nothing else is loaded or run. */
export const contentSecurityPolicy = `default-src 'none'; style-src ${face.source}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export const page = (title: string, body: Html): string => `<!doctype html>
${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title>${face.style}</head><body>${body}</body></html>`
    .text
}
`;

import { Html, html } from '../auth/html.ts';
import { addressOf, first, type Group, type Page } from './pages.ts';
import { textOf } from './text.ts';

/** Facts that stand around every article. */
export interface Frame {
  readonly contents: readonly Group[];
  /** The addresses of the parts. */
  readonly script: string;
  readonly style: string;
  readonly icon: string;
  readonly index: string;
  readonly repository: string;
  readonly version: string;
}

/** A whole page. */
export const layout = (page: Page, article: string, frame: Frame): string =>
  around(
    page.title,
    frame,
    html`${hasOutline(page) ? outlineOf(page) : undefined}<main id="main" tabindex="-1"><article>${new Html(article)}</article>${neighbours(page, frame)}</main>`,
    page,
  );

/** The page at an address where there is none. */
export const missingPage = (frame: Frame): string =>
  around(
    'There is no such page',
    frame,
    html`<main id="main" tabindex="-1"><article><h1>There is no such page</h1><p>Search for its words, or choose one of the pages. <a href="/help">The first page</a> says what each of them is for.</p></article></main>`,
  );

function around(title: string, frame: Frame, body: Html, page?: Page): string {
  const { script, style, icon, index, version } = frame;
  return `<!doctype html>
${
  html`<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark"><title>${title} · Workspace help</title><link rel="icon" href="${icon}"><link rel="stylesheet" href="${style}">${loaded(script)}</head>
<body><a class="skip" href="#main">Skip to the text</a>
<header><a class="home" href="/help"${current(page?.file === first)}><img src="${icon}" alt="" width="20" height="20">Workspace help</a>
<search hidden data-index="${index}" data-help="/help"><input type="search" aria-label="Search all pages" placeholder="Search all pages" autocomplete="off" spellcheck="false" aria-controls="found"><p role="status" class="unseen"></p><ol id="found" hidden></ol></search>
<nav aria-label="Beyond the help"><a href="/">App</a><a href="/docs">HTTP operations</a></nav></header>
<div class="lists"><button type="button" popovertarget="pages">All pages</button>${page && hasOutline(page) ? outlineButton : undefined}</div>
<div class="columns"><nav id="pages" popover aria-label="Pages">${listOf(frame.contents, page)}</nav>
${body}</div>
<footer><p>workspace-mcp ${version}</p>${page && sourceOf(page, frame)}</footer></body></html>`.text
}
`;
}

/** The bundler rewrites a tagged template that holds the end of a script, so this is a plain one. */
const loaded = (script: string): Html => new Html(`<script type="module" src="${script}"></script>`);

const current = (isCurrent: boolean): Html | undefined => (isCurrent ? new Html(' aria-current="page"') : undefined);

const listOf = (contents: readonly Group[], shown: Page | undefined): Html =>
  html`<ul>${contents.map(
    ({ title, pages }) =>
      html`<li><span>${title}</span><ul>${pages.map(
        (page) => html`<li><a href="${addressOf(page.file)}"${current(page === shown)}>${page.title}</a></li>`,
      )}</ul></li>`,
  )}</ul>`;

const sourceOf = ({ file }: Page, { repository }: Frame): Html =>
  html`<p><a href="${repository}/blob/HEAD/docs/${file}">Source of this page</a></p>`;

const headingsOf = ({ anchors }: Page) => [...anchors].filter(([{ depth }]) => depth === 2 || depth === 3);

const hasOutline = (page: Page): boolean => headingsOf(page).length > 1;

const outlineButton = html`<button type="button" popovertarget="outline">On this page</button>`;

const outlineOf = (page: Page): Html =>
  html`<nav id="outline" popover aria-label="On this page"><p aria-hidden="true">On this page</p><ol>${headingsOf(
    page,
  ).map(
    ([heading, anchor]) => html`<li class="depth${heading.depth}"><a href="#${anchor}">${textOf(heading)}</a></li>`,
  )}</ol></nav>`;

/** The pages before and after one, in the order of the contents. */
function neighbours({ file }: Page, { contents }: Frame): Html | undefined {
  const order = contents.flatMap(({ pages }) => pages);
  const at = order.findIndex((page) => page.file === file);
  const [before, after] = [order[at - 1], order[at + 1]];
  const link = (words: string, page: Page | undefined) =>
    page && html`<a href="${addressOf(page.file)}"><span>${words}</span> ${page.title}</a>`;
  return html`<nav class="neighbours" aria-label="Before and after">${at > 0 ? link('Before', before) : undefined}${link('Next', after)}</nav>`;
}

import type { Page } from 'playwright-core';

/** Texts that run or load something wherever they become HTML, an address or a style. Each would set `window.ran`. */
export const payloads = [
  '<script>window.ran = 1</script>',
  '<img src=x onerror="window.ran = 1">',
  '<svg onload="window.ran = 1"><use href="data:image/svg+xml,<svg id=x onload=window.ran=1>#x"/></svg>',
  '"><iframe srcdoc="<script>parent.ran = 1</script>"></iframe>',
  '[click](javascript:window.ran=1) ![x](https://elsewhere.invalid/x.png)',
  '[a](data:text/html,<script>opener.ran=1</script>) <https://elsewhere.invalid/>',
  '<style>@import "https://elsewhere.invalid/x.css";</style><base href="https://elsewhere.invalid/">',
  '<a href="javascript:window.ran=1" autofocus onfocus="window.ran=1">x</a>',
  '{{constructor.constructor("window.ran=1")()}} ${window.ran=1}',
  '<math><mtext></mtext><mglyph><style><img src=x onerror=window.ran=1></style></mglyph></math>',
];

/** Another payload each time, as long as a name may be. */
export const line = (index: number): string => payloads[index % payloads.length]!.slice(0, 180);

/** Requests of a page that leave the gateway. */
export function strayRequests(page: Page, gatewayUrl: string): readonly string[] {
  const stray: string[] = [];
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(gatewayUrl)) stray.push(request.url());
  });
  return stray;
}

/** The scripts that ran on the page, and the addresses in it that would run one. */
export const ranOn = (page: Page): Promise<object> =>
  page.evaluate(`({
    ran: window.ran,
    addresses: [...document.querySelectorAll('[href], [src], [action], [formaction], [data], [srcdoc]')]
      .flatMap((one) => ['href', 'src', 'action', 'formaction', 'data', 'srcdoc'].map((name) => one.getAttribute(name) ?? ''))
      .filter((address) => /^\\s*(javascript|data|vbscript):|</i.test(address)),
  })`);

export const nothingRan = { ran: undefined, addresses: [] };

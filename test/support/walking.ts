import type { Page } from 'playwright-core';

/** Watches what jumps on the pages that are loaded from now on, and what their policy forbids. */
export const watchJumps = (page: Page) =>
  page.addInitScript(`
    globalThis.jumps = [];
    const about = ({ node, previousRect, currentRect }) =>
      [(node?.outerHTML ?? String(node?.nodeValue)).slice(0, 120), previousRect.x, previousRect.y, currentRect.x, currentRect.y].join(' ');
    new PerformanceObserver((list) => {
      for (const { hadRecentInput, sources } of list.getEntries()) if (!hadRecentInput) jumps.push(sources.map(about));
    }).observe({ type: 'layout-shift', buffered: true });
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      jumps.push(violatedDirective + ' forbids ' + blockedURI));
  `);

/** The jumps and the forbidden loads since the page was loaded. */
export const jumpsOn = async (page: Page): Promise<unknown> => page.evaluate('jumps');

const controls = 'a[href], button, input, select, textarea, summary, [tabindex], [contenteditable=true]';

/** Helpers in the page. Cells of a grid are left out, because arrow keys move among them. */
const helpers = `
  globalThis.walked = {
    name: (one) => [one.tagName, one.getAttribute('aria-label') ?? one.innerText ?? one.name, one.getAttribute('href')].join(' ').slice(0, 100),
    isShown: (one) => one.checkVisibility({ visibilityProperty: true }) && one.getBoundingClientRect().width > 0,
    isOneOfRadios: (one, all) => {
      const group = all.filter((other) => other.type === 'radio' && other.name === one.name);
      return one === (group.find(({ checked }) => checked) ?? group[0]);
    },
    reachable: () => {
      const all = [...document.querySelectorAll('${controls}')].filter((one) =>
        one.tabIndex >= 0 && !one.matches(':disabled') && walked.isShown(one) && !one.closest('[inert], [role=grid]'));
      return all.filter((one) => one.type !== 'radio' || walked.isOneOfRadios(one, all));
    },
    focused: () => {
      let one = document.activeElement;
      while (one.shadowRoot?.activeElement) one = one.shadowRoot.activeElement;
      return one;
    },
    isMarked: (one) => {
      if (one.matches('textarea, input, [contenteditable=true]')) return true;
      for (let at = one, turn = 0; at && turn < 4; at = at.parentElement, turn += 1)
        for (const { outlineStyle, outlineWidth, boxShadow } of [getComputedStyle(at), getComputedStyle(at, '::after')])
          if ((outlineStyle !== 'none' && parseFloat(outlineWidth) > 0) || boxShadow !== 'none') return true;
      return false;
    },
    begin: () => {
      const start = document.createElement('span');
      start.tabIndex = -1;
      document.body.prepend(start);
      start.focus();
      start.remove();
      Object.assign(walked, { wanted: new Set(walked.reachable()), reached: new Set(), unmarked: [] });
      return walked.wanted.size;
    },
    isOver: () => {
      const one = walked.focused();
      if (one === document.body || walked.reached.has(one)) return walked.reached.size > 0;
      walked.reached.add(one);
      if (!walked.isMarked(one)) walked.unmarked.push(walked.name(one));
      return false;
    },
    end: () => ({
      missed: [...walked.wanted].filter((one) => one.isConnected && !walked.reached.has(one)).map(walked.name),
      unmarked: walked.unmarked,
    }),
  };
`;

/**
 * Walks a page by Tab until it ends. In a text for writing Tab indents, so Escape goes first. Says what it never
 * reached, and what had the focus without a mark.
 */
export async function walk(page: Page): Promise<{ missed: string[]; unmarked: string[] }> {
  await page.evaluate(helpers);
  const count = (await page.evaluate('walked.begin()')) as number;
  for (let turn = 0; turn < count + 20; turn += 1) {
    if (await page.evaluate('document.activeElement.shadowRoot !== null')) await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    if (await page.evaluate('walked.isOver()')) break;
  }
  return (await page.evaluate('walked.end()')) as { missed: string[]; unmarked: string[] };
}

/** Elements that take clicks, and neither are a control nor lie in or around one. */
export const onlyForMice = (page: Page): Promise<string[]> =>
  page.evaluate(`[...document.querySelectorAll('#app *')]
    .filter((one) => {
      const key = Object.keys(one).find((name) => name.startsWith('__reactProps$'));
      return key && (one[key].onClick || one[key].onDoubleClick);
    })
    .filter((one) => !one.closest('label, ${controls}') && !one.querySelector('${controls}'))
    .map((one) => one.outerHTML.slice(0, 150))`);

const popups = '[role=menu], [role=dialog], [role=listbox]';

/** Opens menus and dialogs by keys, and closes them by Escape. Says from which the focus did not come back. */
export async function withoutReturn(page: Page): Promise<string[]> {
  const openers = page.locator('main button[aria-haspopup]:visible:not([disabled])');
  const lost: string[] = [];
  for (let at = 0; at < Math.min(await openers.count(), 8); at += 1) {
    await openers.nth(at).focus();
    await page.keyboard.press('Enter');
    await page.locator(popups).first().waitFor();
    await page.keyboard.press('Escape');
    await page.locator(popups).first().waitFor({ state: 'detached' });
    const [isBack, name] = await openers.nth(at).evaluate((one) => [one.matches(':focus'), one.outerHTML] as const);
    if (!isBack) lost.push(name.slice(0, 150));
  }
  return lost;
}

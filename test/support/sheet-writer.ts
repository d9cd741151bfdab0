import type { Page } from 'playwright-core';
import type { Random } from './random.ts';
import { draftsIn } from './document-writer.ts';
import { focused, paste } from './sheet-pages.ts';

/** A person on the page of a sheet, who does at random what the page offers. Each word that is typed is another one. */
export class SheetWriter {
  readonly page: Page;
  readonly #random: Random;
  readonly #path: string;
  readonly #initial: string;
  #words = 0;
  /** The words that were typed, and neither overwritten nor given up. Tabs of one browser have them together. */
  readonly #owed: Set<string>;

  constructor(page: Page, path: string, random: Random, initial: string, owed = new Set<string>()) {
    this.page = page;
    this.#path = path;
    this.#random = random;
    this.#initial = initial;
    this.#owed = owed;
  }

  /** The same person in another tab of the same browser. */
  async inAnotherTab(initial: string): Promise<SheetWriter> {
    const page = await this.page.context().newPage();
    await page.goto(this.page.url());
    return new SheetWriter(page, this.#path, this.#random, initial, this.#owed);
  }

  owed = (): string[] => [...this.#owed];

  /** Only these are still owed. */
  keepOnly(words: ReadonlySet<string>): void {
    for (const word of this.#owed) if (!words.has(word)) this.#owed.delete(word);
  }

  /** Types into cells one below the other, without looking up. Saves in the middle of it at times. */
  async type(count = this.#random.between(1, 4), saves = this.#random.onceIn(3)): Promise<void> {
    if (!(await this.#choose(count))) return;
    for (let cell = 0; cell < count; cell += 1) {
      const word = this.#next();
      await this.page.keyboard.type(word.slice(0, -1), { delay: 15 });
      if (saves && cell === 1) await this.page.keyboard.press('Control+s');
      await this.page.keyboard.type(word.at(-1)!);
      await this.page.keyboard.press('Enter');
    }
  }

  /** Leaves a cell open. */
  async begin(): Promise<void> {
    if (await this.#choose(1)) await this.page.keyboard.type(this.#next(), { delay: 15 });
  }

  async paste(): Promise<void> {
    // An event that a script makes writes nothing into the field of an open cell.
    if (!(await this.#choose(2)) || (await focused(this.page, 'tagName')) === 'TEXTAREA') return;
    await paste(this.page, [this.#next(), this.#next()].join('\n'));
  }

  async fill(): Promise<void> {
    if (!(await this.#choose(3))) return;
    await this.page.keyboard.type(this.#next());
    await this.page.keyboard.press('Enter');
    for (const key of ['ArrowUp', 'Shift+ArrowDown', 'Shift+ArrowDown', 'Control+d'])
      await this.page.keyboard.press(key);
  }

  undo = () => this.page.keyboard.press('Control+z');
  save = () => this.page.keyboard.press('Control+s');
  wait = () => this.page.waitForTimeout(this.#random.below(1_500));

  async leave(): Promise<void> {
    await this.page.getByRole('link', { name: 'Inbox' }).first().click();
    await this.page.waitForURL('**/inbox');
    await this.#goBack();
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  async offline(): Promise<void> {
    await this.page.context().setOffline(true);
    await this.type();
    if (this.#random.onceIn(2)) await this.save();
    await this.wait();
    await this.page.context().setOffline(false);
  }

  /** Settles a conflict, if there is one. Says whether words were given up for it. */
  async settle(): Promise<boolean> {
    if (!(await this.#press('Compare'))) return false;
    const radios = this.page.getByRole('radio', { name: /: theirs$/ });
    const buttons = { copy: 'Keep mine as a copy', on: 'Go on editing', save: 'Save as chosen' };
    await this.page
      .getByRole('button', { name: buttons.on })
      .waitFor({ timeout: 1_000 })
      .catch(() => {});
    const way = this.#random.pick(['copy', 'on', 'save', 'save', 'save'] as const);
    if (way !== 'save') {
      await this.#press(buttons[way]);
      if (way === 'copy') await this.#afterCopy();
      return false;
    }
    const count = await radios.count();
    for (let place = 0; place < count; place += 1) {
      const name = this.#random.onceIn(2) ? 'theirs' : 'mine';
      await this.page
        .getByRole('radio', { name: new RegExp(`: ${name}$`) })
        .nth(place)
        .check();
    }
    await this.#press(count > 0 ? buttons.save : 'Save mine over theirs');
    return true;
  }

  discard = (): Promise<boolean> => this.#press('Discard');

  /** All that the page shows of a conflict, and all that this browser keeps. */
  async kept(): Promise<string> {
    const sections = await this.page.getByRole('region', { name: /^Both of you changed/ }).allInnerTexts();
    return [...sections, await draftsIn(this.page)].join(' ');
  }

  #next(): string {
    const word = `${this.#initial}${(this.#words += 1)}${this.#initial}`;
    this.#owed.add(word);
    return word;
  }

  /** Goes to a cell at random. The words there and below are about to be overwritten. */
  async #choose(count: number): Promise<boolean> {
    const cells = this.page.locator('td[data-column]');
    await cells.first().waitFor();
    const [row, column] = [1 + this.#random.below(6), this.#random.below(3)];
    const at = (place: number) => this.page.locator(`td[data-row="${place}"][data-column="${column}"]`);
    const isOpen = await at(row)
      .click({ timeout: 2_000 })
      .then(
        () => true,
        () => false,
      );
    if (!isOpen) return false;
    // A cell that was open is taken over by now.
    await this.page.waitForTimeout(100);
    // A click into an open cell puts the caret between its letters. Two words must not be typed into each other.
    if ((await focused(this.page, 'tagName')) === 'TEXTAREA') await this.page.keyboard.press('Control+End');
    for (let place = row; place < row + count; place += 1) {
      for (const word of wordsIn(
        await at(place)
          .innerText({ timeout: 2_000 })
          .catch(() => ''),
      ))
        this.#owed.delete(word);
    }
    return true;
  }

  async #press(name: string): Promise<boolean> {
    const button = this.page.getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible()) || (await button.isDisabled())) return false;
    return button.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }

  async #afterCopy(): Promise<void> {
    await this.page.waitForURL((url) => url.pathname !== this.#path);
    await this.#goBack();
  }

  async #goBack(): Promise<void> {
    if (this.#random.onceIn(2)) await this.page.goBack();
    else await this.page.goto(new URL(this.#path, this.page.url()).href);
    await this.page.waitForURL(`**${this.#path}`);
  }
}

/** The words of writers. IDs hold small letters. A word may follow on half of another one, of which undo took the rest. */
export const wordsIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/(?=(([A-Z])\d+\2))/g), ([, word]) => word!));

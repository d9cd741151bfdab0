import type { Locator, Page } from 'playwright-core';
import type { Random } from './random.ts';

/** A person on the page of a document, who does at random what the page offers. */
export class DocumentWriter {
  readonly page: Page;
  readonly #random: Random;
  readonly #id: string;
  readonly #lines: number;

  constructor(page: Page, id: string, random: Random, lines: number) {
    this.page = page;
    this.#id = id;
    this.#random = random;
    this.#lines = lines;
  }

  /** Writes a word at the end of one of the lines. Says whether it stands there then. */
  async type(word: string): Promise<boolean> {
    const text = await this.text();
    await text.press('Control+Home');
    for (let line = this.#random.below(this.#lines); line > 0; line -= 1) await this.page.keyboard.press('ArrowDown');
    await this.page.keyboard.press('End');
    await this.page.keyboard.type(` ${word}`);
    return (await this.shown()).includes(word);
  }

  async save(): Promise<void> {
    await (await this.text()).focus();
    await this.page.keyboard.press('Control+s');
  }

  async compare(): Promise<void> {
    if (!(await this.press(/^(Compare and choose|Put both together)$/))) await this.press(/^Go on with version/);
  }

  async goOn(): Promise<void> {
    await this.press(this.#random.onceIn(2) ? /^Edit (both|what)/ : /^Save (both|what)/);
  }

  /** Makes a document of its own of the text, where that is offered. Says whether it was made. */
  async keepCopy(): Promise<boolean> {
    if (!(await this.press('Keep mine as a copy'))) return false;
    await this.page.waitForURL((url) => !url.pathname.includes(this.#id));
    await this.#goBack();
    return true;
  }

  async leave(): Promise<void> {
    await this.page.getByRole('link', { name: 'Inbox' }).first().click();
    await this.page.waitForURL('**/inbox');
    await this.#goBack();
  }

  async reload(): Promise<void> {
    await this.page.reload();
  }

  /** Does something without the workspace, which is there again afterwards. */
  async offline(work: () => Promise<void>): Promise<void> {
    await this.text();
    await this.page.context().setOffline(true);
    await work();
    await this.page.context().setOffline(false);
  }

  drafts = (): Promise<string> => draftsIn(this.page);

  /** Presses a button if it is there. Says whether it was. */
  async press(name: string | RegExp): Promise<boolean> {
    await this.text();
    const button = this.page.getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible())) return false;
    return button.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }

  /** The text that the person writes in now. */
  async text(): Promise<Locator> {
    const names = /^(Text in Markdown|Yours)$/;
    const text = this.page.getByRole('textbox', { name: names }).filter({ visible: true });
    await text.waitFor();
    return text;
  }

  /** The whole text that the person has, also what is folded or out of sight. */
  async shown(): Promise<string> {
    const text = await this.text();
    return text.evaluate((element) => (element as unknown as Edited).cmTile.root.view.state.sliceDoc());
  }

  async #goBack(): Promise<void> {
    const path = `/artifacts/${this.#id}/edit`;
    if (this.#random.onceIn(2)) await this.page.goBack();
    else await this.page.goto(new URL(path, this.page.url()).href);
    await this.page.waitForURL(`**${path}`);
  }
}

/** All that this browser keeps in drafts, as one text. */
export const draftsIn = (page: Page): Promise<string> => page.evaluate(allDrafts);

/** Where the editor keeps its text. */
interface Edited {
  readonly cmTile: { readonly root: { readonly view: { readonly state: { sliceDoc(): string } } } };
}

const allDrafts = `(async () => {
  const answer = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const database = await answer(indexedDB.open('workspace.drafts'));
  const all = await answer(database.transaction('drafts').objectStore('drafts').getAll());
  database.close();
  return JSON.stringify([all, Object.entries(localStorage)]);
})()`;

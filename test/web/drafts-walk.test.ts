import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { staffedGateway } from '../support/people.ts';
import { Random } from '../support/random.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const lines = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
const steps = 60;

/** A person who writes a document at random, while an agent does. */
class Walk {
  readonly #page: Page;
  readonly #random: Random;
  readonly #id: string;
  readonly #path: string;
  readonly #done: string[] = [];
  #words = 0;
  /** The words that the person has typed, and has neither undone nor given up. */
  #owed: ReadonlySet<string> = new Set();

  constructor(page: Page, id: string, seed: number) {
    this.#page = page;
    this.#id = id;
    this.#path = `/artifacts/${id}/edit`;
    this.#random = new Random(seed);
  }

  async step(): Promise<void> {
    const acts = {
      type: 8,
      undo: 3,
      redo: 2,
      save: 2,
      agentWrites: 4,
      wait: 2,
      takeTheirs: 3,
      compare: 3,
      goOn: 1,
      leave: 2,
      reload: 2,
      discard: 1,
    } as const;
    const all = Object.entries(acts).flatMap(([name, often]) => Array.from({ length: often }, () => name));
    const name = this.#random.pick(all) as keyof typeof acts;
    this.#done.push(name);
    const givesUp = await this[name]();
    if (givesUp) {
      await this.#page.waitForTimeout(100);
      this.#owed = await this.#shown();
    } else await expect.poll(() => this.#missing(), { timeout: 20_000, message: this.#done.join(' ') }).toEqual([]);
  }

  async type(): Promise<void> {
    const text = await this.#text();
    const word = `w${(this.#words += 1)}`;
    await text.press('Control+Home');
    for (let line = this.#random.below(lines.length); line > 0; line -= 1) await this.#page.keyboard.press('ArrowDown');
    await this.#page.keyboard.press('End');
    await this.#page.keyboard.type(` ${word}`);
    this.#owed = new Set([...this.#owed, word]);
  }

  undo = () => this.#key('Control+z');
  redo = () => this.#key('Control+y');

  async save(): Promise<void> {
    await (await this.#text()).press('Control+s');
  }

  async agentWrites(): Promise<void> {
    const mia = gateway.as('mia');
    const { versionId, content } = (await mia.done(`GET /artifacts/${this.#id}`)).artifact;
    const written = content.split('\n');
    const at = this.#random.below(lines.length);
    written[at] = `${written[at]} a${this.#random.below(100)}`;
    const input = { expectedVersionId: versionId, content: written.join('\n'), idempotencyKey: randomUUID() };
    // The person may have saved first.
    await mia.call(`PATCH /artifacts/${this.#id}`, input, { 'workspace-agent': 'Planner' });
  }

  wait = (): Promise<void> => this.#page.waitForTimeout(this.#random.below(2_500));
  takeTheirs = (): Promise<boolean> => this.#press('Take theirs here');
  discard = (): Promise<boolean> => this.#press('Discard');

  async compare(): Promise<void> {
    if (!(await this.#press('Put both together'))) await this.#press(/^Go on with version/);
  }

  async goOn(): Promise<void> {
    await this.#press(this.#random.onceIn(2) ? /^Write on with/ : /^Save (both|what)/);
  }

  async leave(): Promise<void> {
    await this.#page.getByRole('link', { name: 'Inbox' }).first().click();
    await this.#page.waitForURL('**/inbox');
    if (this.#random.onceIn(2)) await this.#page.goBack();
    else await this.#page.goto(new URL(this.#path, gateway.url).href);
  }

  async reload(): Promise<void> {
    await this.#page.reload();
  }

  async #key(key: string): Promise<boolean> {
    const text = await this.#text();
    if (this.#random.onceIn(2)) await text.focus();
    await this.#page.keyboard.press(key);
    return true;
  }

  /** Presses a button if it is there. Says whether it was. */
  async #press(name: string | RegExp): Promise<boolean> {
    await this.#text();
    const button = this.#page.getByRole('button', { name, exact: true }).first();
    if (!(await button.isVisible())) return false;
    return button.click({ timeout: 2_000 }).then(
      () => true,
      () => false,
    );
  }

  /** The text that the person writes in now. */
  async #text() {
    const names = /^(Text in Markdown|Yours)$/;
    const text = this.#page.getByRole('textbox', { name: names }).filter({ visible: true });
    await text.waitFor();
    return text;
  }

  async #shown(): Promise<Set<string>> {
    const text = await (await this.#text()).innerText();
    return new Set(text.match(/\bw\d+\b/g));
  }

  async #missing(): Promise<string[]> {
    const shown = await this.#shown();
    return [...this.#owed].filter((word) => !shown.has(word));
  }
}

test.each([11, 12])('no word is lost on a walk of writing, leaving and meeting an agent (seed %i)', async (seed) => {
  const input = { kind: 'markdown', title: `Walk ${seed}`, content: `${lines.join('\n')}\n`, channelId: 'board' };
  const { id } = (await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() })).artifact;
  const path = `/artifacts/${id}/edit`;
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path });
  const walk = new Walk(page, id, seed);
  for (let step = 0; step < steps; step += 1) await walk.step();
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { DocumentWriter } from '../support/document-writer.ts';
import { staffedGateway } from '../support/people.ts';
import { Random } from '../support/random.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const lines = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
const steps = 60;

/** A person who writes a document at random, while an agent does. */
class Walk {
  readonly #page: Page;
  readonly #writer: DocumentWriter;
  readonly #random: Random;
  readonly #id: string;
  readonly #done: string[] = [];
  #words = 0;
  /** The words that the person has typed, and has neither undone nor given up. */
  #owed: ReadonlySet<string> = new Set();

  constructor(page: Page, id: string, seed: number) {
    this.#page = page;
    this.#id = id;
    this.#random = new Random(seed);
    this.#writer = new DocumentWriter(page, id, this.#random, lines.length);
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
      keepCopy: 2,
      leave: 2,
      reload: 2,
      offline: 2,
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
    const word = `w${(this.#words += 1)}`;
    await this.#writer.type(word);
    this.#owed = new Set([...this.#owed, word]);
  }

  undo = () => this.#key('Control+z');
  redo = () => this.#key('Control+y');
  save = () => this.#writer.save();
  compare = () => this.#writer.compare();
  goOn = () => this.#writer.goOn();
  leave = () => this.#writer.leave();
  reload = () => this.#writer.reload();

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
  takeTheirs = (): Promise<boolean> => this.#writer.press('Take theirs here');
  discard = (): Promise<boolean> => this.#writer.press('Discard');

  offline(): Promise<void> {
    return this.#writer.offline(async () => {
      await this.type();
      if (this.#random.onceIn(2)) await this.save();
      if (this.#random.onceIn(2)) await this.agentWrites();
    });
  }

  /** A copy holds what stood here. The page goes on with theirs. */
  async keepCopy(): Promise<boolean> {
    const before = await this.#shown();
    if (!(await this.#writer.keepCopy())) return false;
    const copied = wordsIn(await this.#copies());
    this.#owed = new Set([...this.#owed].filter((word) => !before.has(word) || !copied.has(word)));
    return false;
  }

  async #copies(): Promise<string> {
    const { artifacts } = await gateway.as('will').done('GET /artifacts?channelId=board&limit=100');
    const copies = artifacts.filter(({ title }) => /\(copy( \d+)?\)$/.test(title));
    const read = copies.map(({ id }) => gateway.as('will').done(`GET /artifacts/${id}`));
    return (await Promise.all(read)).map(({ artifact }) => artifact.content).join('\n');
  }

  async #key(key: string): Promise<boolean> {
    const text = await this.#writer.text();
    if (this.#random.onceIn(2)) await text.focus();
    await this.#page.keyboard.press(key);
    return true;
  }

  async #shown(): Promise<Set<string>> {
    return wordsIn(await (await this.#writer.text()).innerText());
  }

  async #missing(): Promise<string[]> {
    const shown = await this.#shown();
    return [...this.#owed].filter((word) => !shown.has(word));
  }
}

const wordsIn = (text: string): Set<string> => new Set(text.match(/\bw\d+\b/g));

test.each([11, 12])('no word is lost on a walk of writing, leaving and meeting an agent (seed %i)', async (seed) => {
  const input = { kind: 'markdown', title: `Walk ${seed}`, content: `${lines.join('\n')}\n`, channelId: 'board' };
  const { id } = (await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() })).artifact;
  const path = `/artifacts/${id}/edit`;
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path });
  const walk = new Walk(page, id, seed);
  for (let step = 0; step < steps; step += 1) await walk.step();
});

import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { DocumentWriter, draftsIn } from '../support/document-writer.ts';
import { staffedGateway } from '../support/people.ts';
import { Random } from '../support/random.ts';
import { StoredTexts } from '../support/stored-texts.ts';
import { TypedWords } from '../support/typed-words.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
const lines = ['One.', 'Two.', 'Three.', 'Four.', 'Five.'];
const steps = 50;
/** Another seed is asked for by the environment, and how many from there on. */
const first = Number(process.env['TABS_WALK_SEED'] ?? 1);
const seeds = Array.from({ length: Number(process.env['TABS_WALK_COUNT'] ?? 2) }, (_, index) => first + index);

/** How often each act comes. */
const acts = { type: 8, save: 4, compare: 3, goOn: 2, leave: 1, reload: 2, offline: 2, close: 2, wait: 2 } as const;
type Act = keyof typeof acts;
const all = Object.entries(acts).flatMap(([act, often]) => Array.from({ length: often }, () => act as Act));

/** A person who writes one document in two tabs, at random. */
class Tabs {
  readonly #id: string;
  readonly #random: Random;
  readonly #words = new TypedWords('w');
  readonly #stored = new StoredTexts(gateway.as('mia'), 'board');
  readonly #tabs: DocumentWriter[] = [];
  readonly #done: string[] = [];

  constructor(id: string, random: Random) {
    this.#id = id;
    this.#random = random;
  }

  open(page: Page): void {
    this.#tabs.push(new DocumentWriter(page, this.#id, this.#random, lines.length));
  }

  async step(): Promise<void> {
    const [act, tab] = [this.#random.pick(all), this.#random.pick(this.#tabs)];
    this.#done.push(`${this.#tabs.indexOf(tab)} ${act}`);
    await this.#act(act, tab);
    await expect.poll(() => this.#missing(), { timeout: 20_000, message: this.#done.join(', ') }).toEqual([]);
  }

  #act(act: Act, tab: DocumentWriter): Promise<void> {
    switch (act) {
      case 'type':
        return this.#type(tab);
      case 'close':
        return this.#close(tab);
      case 'wait':
        return tab.page.waitForTimeout(this.#random.below(2_500));
      case 'offline':
        return tab.offline(() => this.#withoutWorkspace());
      default:
        return tab[act]();
    }
  }

  async #type(tab: DocumentWriter): Promise<void> {
    const word = this.#words.next();
    if (await tab.type(word)) this.#words.seen(word, `typed at ${this.#done.length}`);
  }

  /** Both tabs are without it. */
  async #withoutWorkspace(): Promise<void> {
    for (const tab of this.#tabs) {
      await this.#type(tab);
      if (this.#random.onceIn(2)) await tab.save();
    }
  }

  /** Closes a tab, often with letters that have just been typed. Another one opens in its place. */
  async #close(tab: DocumentWriter): Promise<void> {
    if (this.#random.onceIn(2)) await this.#type(tab);
    const next = await tab.page.context().newPage();
    const closed = tab.page.waitForEvent('close');
    await tab.page.close({ runBeforeUnload: true });
    await closed;
    this.#tabs.splice(this.#tabs.indexOf(tab), 1);
    await next.goto(`${gateway.url}/artifacts/${this.#id}/edit`);
    this.open(next);
  }

  /** The words that are in no tab, draft or version. */
  async #missing(): Promise<string[]> {
    const shown = await Promise.all(this.#tabs.map((tab) => tab.shown()));
    return this.#words.missingIn([...shown, await draftsIn(this.#tabs[0]!.page), await this.#stored.read()].join('\n'));
  }
}

test.each(seeds)('no word of two tabs of one person is lost (seed %i)', async (seed) => {
  const input = { kind: 'markdown', title: `Tabs ${seed}`, content: `${lines.join('\n')}\n`, channelId: 'board' };
  const { id } = (await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() })).artifact;
  const path = `/artifacts/${id}/edit`;
  const page = await appPage(shared.browser, gateway, { user: 'will@workspace.test', path });
  const tabs = new Tabs(id, new Random(seed));
  tabs.open(page);
  const second = await page.context().newPage();
  await second.goto(`${gateway.url}${path}`);
  tabs.open(second);
  for (let step = 0; step < steps; step += 1) await tabs.step();
});

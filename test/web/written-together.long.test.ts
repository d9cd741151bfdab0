import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { appPage } from '../support/app-pages.ts';
import { sharedBrowser } from '../support/browser.ts';
import { DocumentWriter, draftsIn } from '../support/document-writer.ts';
import { startHttpHost } from '../support/http-hosts.ts';
import { staffedGateway } from '../support/people.ts';
import { Random } from '../support/random.ts';
import { StoredTexts } from '../support/stored-texts.ts';
import { TypedWords } from '../support/typed-words.ts';

const gateway = staffedGateway();
const shared = sharedBrowser();
/** A longer run is asked for by the environment, as is another seed. */
const seconds = Number(process.env['WRITTEN_TOGETHER_SECONDS'] ?? 25);
const seed = Number(process.env['WRITTEN_TOGETHER_SEED'] ?? 1);
const lines = Array.from({ length: 12 }, (_, line) => `Line ${line}.`);
const path = (id: string) => `/artifacts/${id}/edit`;

/** The acts of a person, and how often each comes. */
const acts = {
  type: 8,
  save: 4,
  compare: 3,
  goOn: 2,
  takeTheirs: 2,
  copy: 1,
  discard: 1,
  undo: 1,
  takeBack: 1,
  leave: 2,
  reload: 1,
  offline: 2,
  wait: 2,
} as const;
type Act = keyof typeof acts;
const all = Object.entries(acts).flatMap(([act, often]) => Array.from({ length: often }, () => act as Act));

/** A person who writes and chooses at random, and remembers each word. */
class Writing {
  readonly words: TypedWords;
  readonly writer: DocumentWriter;
  readonly #random: Random;
  readonly done: string[] = [];

  constructor(name: string, writer: DocumentWriter, random: Random) {
    this.words = new TypedWords(name);
    this.writer = writer;
    this.#random = random;
  }

  async step(): Promise<void> {
    const act = this.#random.pick(all);
    this.#note(act);
    await this[act]();
  }

  async type(): Promise<void> {
    const word = this.words.next();
    // No text shows it if the page that was asked for opened meanwhile.
    if (await this.writer.type(word)) this.words.seen(word, `typed at ${this.#note(word)}`);
  }

  save = () => this.writer.save();
  compare = () => this.writer.compare();
  goOn = () => this.writer.goOn();
  copy = () => this.writer.keepCopy();
  leave = () => this.writer.leave();
  reload = () => this.writer.reload();
  takeTheirs = () => this.#giveUp(() => this.writer.press('Take theirs here'));
  discard = () => this.#giveUp(() => this.writer.press('Discard'));
  undo = () => this.#giveUp(() => this.writer.page.keyboard.press('Control+z'));
  takeBack = () => this.writer.press('Undo');
  wait = () => this.writer.page.waitForTimeout(this.#random.below(2_000));

  offline(): Promise<void> {
    return this.writer.offline(async () => {
      await this.type();
      if (this.#random.onceIn(2)) await this.save();
      if (this.#random.onceIn(3)) await this.compare();
    });
  }

  /** A choice that takes words out of the text. The workspace may put others in meanwhile. */
  async #giveUp(choose: () => Promise<unknown>): Promise<void> {
    const before = await this.writer.shown();
    await choose();
    const gone = this.words.discarded(before, await this.writer.shown());
    if (gone.length > 0) this.#note(`without ${gone.join(' ')}`);
  }

  #note(what: string): number {
    return this.done.push(`${new Date().toISOString().slice(14, 23)} ${what}`);
  }
}

async function personWriting(name: 'mia' | 'will', id: string, nth: number): Promise<Writing> {
  const page = await appPage(shared.browser, gateway, { user: `${name}@workspace.test`, path: path(id) });
  const random = new Random(seed * 3 + nth);
  return new Writing(name, new DocumentWriter(page, id, random, lines.length), random);
}

/** An agent adds words to lines until the others are done. */
async function agentWriting(id: string, random: Random, isOver: () => boolean): Promise<TypedWords> {
  const { call, done } = await startHttpHost(`${gateway.url}/mcp`, gateway.as('mia').token!);
  const words = new TypedWords('agent');
  while (!isOver()) {
    const { artifact } = await done('workspace_artifact_get', { artifactId: id });
    const oldText = random.pick(artifact.content.split('\n').filter((line) => line !== ''));
    const word = words.next();
    const input = {
      artifactId: id,
      expectedVersionId: artifact.versionId,
      edits: [{ oldText: `${oldText}\n`, newText: `${oldText} ${word}\n` }],
      idempotencyKey: randomUUID(),
    };
    // Somebody else may have saved since the agent read.
    const { problem } = await call('workspace_artifact_update', input);
    if (!problem) words.seen(word, `in ${oldText}`);
    await new Promise((resolve) => setTimeout(resolve, random.below(3_000)));
  }
  return words;
}

/** The words of a writer that are not in sight, in a draft or stored. */
async function missingOf({ words, writer }: Writing, stored: StoredTexts): Promise<string[]> {
  const texts = [await writer.shown(), await draftsIn(writer.page), await stored.read()];
  return words.missingIn(texts.join('\n'));
}

/** Looks from time to time, so that a word is missed soon after it is lost. A word on its way is there at the next look. */
async function watching(writing: Writing, stored: StoredTexts, isOver: () => boolean): Promise<void> {
  let before: string[] = [];
  while (!isOver()) {
    // A page that is being left has no text.
    const missing = await missingOf(writing, stored).catch(() => []);
    const lost = missing.filter((word) => before.includes(word));
    if (lost.length > 0) throw new Error(`Lost: ${lost.join(', ')}\n${writing.done.slice(-40).join('\n')}`);
    before = missing;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
  }
}

test(
  'two people and an agent write one document at once, and every word is in a version, in a draft or in sight',
  async () => {
    const input = { kind: 'markdown', title: 'Plan', content: `${lines.join('\n')}\n`, channelId: 'board' };
    const made = await gateway.as('mia').done('POST /artifacts', { ...input, idempotencyKey: randomUUID() });
    const { id } = made.artifact;
    const [mia, will] = await Promise.all([personWriting('mia', id, 0), personWriting('will', id, 1)]);
    const stored = new StoredTexts(gateway.as('mia'), 'board');
    const end = Date.now() + seconds * 1_000;
    let isOver = false;
    const over = () => (isOver ||= Date.now() > end);
    const agent = agentWriting(id, new Random(seed), over);
    const write = async (writing: Writing) => {
      while (!over()) await writing.step();
    };
    const each = [mia, will].map((one) => Promise.all([write(one), watching(one, stored, over)]));
    await Promise.all(each).finally(() => (isOver = true));
    const words = await agent;
    for (const one of [mia, will]) {
      await expect
        .poll(() => missingOf(one, stored), { timeout: 20_000, message: one.done.slice(-40).join('\n') })
        .toEqual([]);
      expect(one.words.count).toBeGreaterThan(0);
    }
    await expect.poll(async () => words.missingIn(await stored.read())).toEqual([]);
  },
  (seconds + 180) * 1_000,
);

import { setTimeout as sleep } from 'node:timers/promises';
import type { StoredRecord } from '../support/writers.ts';
import { type AgentWriter, type Door, Refusal, type StoredView } from './door.ts';
import type { Journal } from './journal.ts';
import type { Random } from '../support/random.ts';
import { bytesOf, digestOf, rowsOf, sentenceOf } from './said.ts';

/** The state that agents share. */
export interface Task {
  readonly journal: Journal;
  readonly random: Random;
  readonly dataSets: DataSets;
  /** An artifact that all of them change. */
  readonly shared: Version;
  readonly newTag: () => string;
  readonly met: Met;
}

/** Counts of lost answers, retries and refusals. */
export interface Met {
  /** Answers that were lost, since the server was gone. */
  lost: number;
  /** The lost writes that were sent again with the same key. */
  again: number;
  /** Temporary refusals. */
  readonly refusals: Map<string, number>;
}

/** Data Sets of the load, by their IDs. */
export interface DataSets {
  /** With a field `note`. */
  readonly records: string;
  /** Has a field `batch`, which imports fill. */
  readonly rows: string;
}

interface Version {
  readonly id: string;
  readonly versionId: string;
}

/** A View that nobody else changes, with its versions as far as they are known. */
interface OwnView extends StoredView {
  readonly tag: string;
  readonly versions: readonly { readonly id: string; readonly name: string }[];
}

/** An agent that did not learn how a write went, and does not ask again. */
class GivenUp extends Error {}

/**
 * Writes one thing after the other. It mostly retries a write that is temporarily refused or not answered, under the
 * same key, until it is acknowledged. Any other refusal is a failure, and so is an answer that is lost while the server
 * runs.
 */
export class Agent {
  readonly #task: Task;
  readonly #door: Door;
  readonly #steps: readonly (() => Promise<void>)[];
  #isStopped = false;
  #shared: Version;
  #own: Version | undefined;
  #record: (StoredRecord & { readonly tag: string }) | undefined;
  /** Tags of records that one batch made, which nobody else changes. */
  #batch: readonly string[] = [];
  #view: OwnView | undefined;
  #sessionId: string | undefined;
  #postId: string | undefined;

  constructor(task: Task, door: Door) {
    this.#task = task;
    this.#door = door;
    this.#shared = task.shared;
    const often = [this.#create, this.#change, this.#upload, this.#addRecord, this.#changeRecord, this.#post];
    const seldom = [
      this.#changeShared,
      this.#reply,
      this.#startSession,
      this.#importRows,
      this.#addBatch,
      this.#changeBatch,
      this.#addView,
      this.#changeView,
      this.#changeView,
      this.#see,
    ];
    this.#steps = [...often, ...often, ...seldom, this.#say];
  }

  /** Until it is stopped. */
  async run(): Promise<void> {
    while (!this.#isStopped) {
      try {
        await this.#task.random.pick(this.#steps).call(this);
      } catch (error) {
        if (!(error instanceof GivenUp)) throw error;
      }
    }
  }

  /** After the write that is under way. */
  stop(): void {
    this.#isStopped = true;
  }

  async #create(): Promise<void> {
    const { newTag, random } = this.#task;
    const tag = newTag();
    const content = this.#contentOf(tag);
    this.#own = await this.#written(tag, digestOf(content), (writer) => writer.create(tag, content), placeOf);
    if (random.onceIn(3)) await this.#attach('artifact', this.#own.id);
  }

  async #change(): Promise<void> {
    if (!this.#own) return this.#create();
    this.#own = await this.#changed(this.#own);
  }

  async #changeShared(): Promise<void> {
    this.#shared = await this.#changed(this.#shared);
  }

  /** On top of what somebody else, or a write whose answer was lost, has made of it meanwhile. */
  async #changed(cited: Version): Promise<Version> {
    const tag = this.#task.newTag();
    const content = this.#contentOf(tag);
    try {
      return await this.#written(tag, digestOf(content), (writer) => writer.update(cited, content), placeOf);
    } catch (error) {
      const versionId = currentIn(error);
      if (versionId === undefined) throw error;
      return this.#changed({ id: cited.id, versionId });
    }
  }

  async #upload(): Promise<void> {
    const { newTag, random } = this.#task;
    const tag = newTag();
    const bytes = bytesOf(tag, random.onceIn(3) ? random.between(32_769, 1_000_000) : random.between(0, 32_768));
    const { id } = await this.#written(tag, digestOf(bytes), (writer) => writer.upload(tag, bytes), idOf);
    if (random.onceIn(3)) await this.#attach('file', id);
  }

  async #attach(type: 'artifact' | 'file', id: string): Promise<void> {
    const isNew = await this.#written(
      `link of ${id}`,
      'channel',
      async (writer) => {
        if (type === 'artifact') return writer.attach(id, 'general');
        return (await writer.attachFile(id, 'general')).links.length === 1;
      },
      () => undefined,
    );
    if (!isNew) throw new Error(`${id} was attached once, and is said to have been so before`);
  }

  async #addRecord(): Promise<void> {
    const tag = this.#task.newTag();
    const note = sentenceOf(tag);
    const add = (writer: AgentWriter) => writer.createRecord(this.#task.dataSets.records, tag, { note });
    this.#record = { ...(await this.#written(tag, note, add, idOf)), tag };
  }

  async #changeRecord(): Promise<void> {
    const record = this.#record;
    if (!record) return this.#addRecord();
    const { journal, newTag } = this.#task;
    const note = sentenceOf(newTag());
    journal.beginChange(record.tag, note);
    // Unless it is known how this goes, nobody can say which version comes next.
    this.#record = undefined;
    const changed = await this.#answered((writer) => writer.updateRecord(record, { note }));
    journal.acknowledgeChange(record.tag, note);
    this.#record = { ...changed, tag: record.tag };
  }

  /** All of them are there, or none. */
  async #addBatch(): Promise<void> {
    const { journal, newTag, random, dataSets } = this.#task;
    const tags = Array.from({ length: random.between(1, 30) }, newTag);
    const records = tags.map((tag) => ({ title: tag, values: { note: sentenceOf(tag) } }));
    for (const tag of tags) journal.begin(tag, sentenceOf(tag));
    const ids = await this.#answered((writer) => writer.createRecords(dataSets.records, records));
    for (const [place, tag] of tags.entries()) journal.acknowledge(tag, ids[place]);
    this.#batch = tags;
  }

  async #changeBatch(): Promise<void> {
    const tags = this.#batch;
    if (tags.length === 0) return this.#addBatch();
    const { journal, newTag, dataSets } = this.#task;
    const note = sentenceOf(newTag());
    for (const tag of tags) journal.beginChange(tag, note);
    // Unless it is known how this goes, nobody can say which note comes next.
    this.#batch = [];
    const count = await this.#answered((writer) => writer.updateTitled(dataSets.records, tags, { note }));
    if (count !== tags.length) throw new Error(`${count} of ${tags.length} records of a batch were changed`);
    for (const tag of tags) journal.acknowledgeChange(tag, note);
    this.#batch = tags;
  }

  async #importRows(): Promise<void> {
    const { newTag, random, dataSets } = this.#task;
    const tag = newTag();
    const count = random.between(1, 300);
    const csv = ['title,batch', ...Array.from({ length: count }, (_, number) => `row ${number},${tag}`), ''].join('\n');
    const imported = await this.#written(
      tag,
      rowsOf(count),
      (writer) => writer.importRows(dataSets.rows, csv),
      () => undefined,
    );
    if (imported !== count) throw new Error(`${imported} of ${count} rows were imported`);
  }

  async #addView(): Promise<void> {
    const { newTag, dataSets } = this.#task;
    const tag = newTag();
    const name = sentenceOf(tag);
    const view = await this.#written(tag, name, (writer) => writer.createView(dataSets.records, name), idOf);
    this.#view = { ...view, tag, versions: [{ name, id: view.currentVersionId }] };
  }

  /** Gives a View another name, or an older version of it. */
  async #changeView(): Promise<void> {
    const view = this.#view;
    if (!view) return this.#addView();
    const { journal, random, newTag, dataSets } = this.#task;
    const older = random.onceIn(2) ? view.versions.at(-2) : undefined;
    const name = older?.name ?? `${sentenceOf(view.tag)} ${newTag()}`;
    journal.beginChange(view.tag, name);
    // Unless it is known how this goes, nobody can say which version comes next.
    this.#view = undefined;
    const { currentVersionId } = await this.#answered((writer) =>
      older ? writer.restoreView(view, older.id) : writer.renameView(dataSets.records, view, name),
    );
    journal.acknowledgeChange(view.tag, name);
    this.#view = { ...view, currentVersionId, versions: [...view.versions, { name, id: currentVersionId }] };
  }

  /** Each time until a second later. */
  async #see(): Promise<void> {
    const { journal, newTag } = this.#task;
    const until = new Date(Date.UTC(2026, 0, 1) + 1_000 * Number(newTag().slice(1))).toISOString();
    journal.beginSeen(until);
    journal.acknowledgeSeen(await this.#answered((writer) => writer.see(until)));
  }

  async #post(): Promise<void> {
    const tag = this.#task.newTag();
    const body = sentenceOf(tag);
    this.#postId = await this.#written(tag, body, (writer) => writer.post(body), itself);
  }

  async #reply(): Promise<void> {
    const postId = this.#postId;
    if (postId === undefined) return this.#post();
    const tag = this.#task.newTag();
    const body = sentenceOf(tag);
    await this.#written(tag, body, (writer) => writer.reply(postId, body), itself);
  }

  async #startSession(): Promise<void> {
    const tag = this.#task.newTag();
    this.#sessionId = await this.#written(tag, tag, (writer) => writer.startSession(tag), itself);
  }

  async #say(): Promise<void> {
    const sessionId = this.#sessionId;
    if (sessionId === undefined) return this.#startSession();
    const tag = this.#task.newTag();
    const body = sentenceOf(tag);
    await this.#written(tag, body, (writer) => writer.say(sessionId, body), itself);
  }

  /** Writes something new, and enters it into the journal. */
  async #written<Answer>(
    tag: string,
    state: string,
    write: (writer: AgentWriter) => Promise<Answer>,
    place: (answer: Answer) => string | undefined,
  ): Promise<Answer> {
    const { journal } = this.#task;
    journal.begin(tag, state);
    try {
      const answer = await this.#answered(write);
      journal.acknowledge(tag, place(answer));
      return answer;
    } catch (error) {
      if (error instanceof Refusal) journal.refuse(tag);
      throw error;
    }
  }

  async #answered<Answer>(write: (writer: AgentWriter) => Promise<Answer>): Promise<Answer> {
    const { random, met, newTag } = this.#task;
    const key = newTag();
    for (;;) {
      const writerWith = await this.#door.writer().catch(() => Promise.reject(new GivenUp()));
      try {
        return await write(writerWith(key));
      } catch (error) {
        if (error instanceof Refusal) {
          const { code, retryable } = error.problem;
          // It spoke with the token of a time that is over.
          const isOutdated = code === 'unauthenticated' && !this.#door.leadsTo(writerWith);
          if (!retryable && !isOutdated) throw error;
          met.refusals.set(code, (met.refusals.get(code) ?? 0) + 1);
          await sleep(random.between(50, 250));
        } else {
          if (this.#door.leadsTo(writerWith)) throw error;
          met.lost += 1;
          if (random.onceIn(8)) throw new GivenUp();
          met.again += 1;
        }
      }
    }
  }

  #contentOf(tag: string): string {
    const { random } = this.#task;
    return `${tag}\r\nÄnderung\n${'x'.repeat(random.between(0, random.onceIn(10) ? 200_000 : 5_000))}`;
  }
}

const placeOf = ({ id, versionNumber }: { id: string; versionNumber: number }) => `${id} ${versionNumber}`;
const idOf = ({ id }: { id: string }) => id;
const itself = (id: string) => id;

/** The version that a conflict names as the current one. */
const currentIn = (error: unknown) => (error instanceof Refusal ? error.problem.current?.versionId : undefined);

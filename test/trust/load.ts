import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Artifact } from '../../schemas/artifacts.ts';
import type { Host } from '../support/hosts.ts';
import type { Imported } from '../support/imports.ts';
import { takeLeaks } from '../support/leaks.ts';
import type { Gateway } from '../support/product.ts';
import type { Account, Reply } from '../support/rest.ts';
import { accountWriter } from '../support/writers.ts';
import { Agent, type DataSets, type Met, type Task } from './agent.ts';
import { takeCensus } from './census.ts';
import { Door, throughAccount, throughHost } from './door.ts';
import { patientAccountAt } from './patient.ts';
import { Journal } from './journal.ts';
import type { Random } from '../support/random.ts';
import { bytesOf, digestOf, sentenceOf } from './said.ts';

/** Where a gateway, or a proxy before it, is reached. */
type Address = Pick<Gateway, 'url'>;

const agentsOverHttp = 6;
const agentsOverMcp = 3;

/**
 * Agents that write without a pause, over HTTP and MCP, to the server of a data folder. A journal keeps their
 * acknowledgements.
 */
export class Load {
  readonly met: Met = { lost: 0, again: 0, refusals: new Map() };
  readonly #http = new Door();
  readonly #mcp = new Door();
  #token: string;
  readonly #journal = new Journal();
  readonly #random: Random;
  #agents: readonly Agent[] = [];
  #ended: Promise<unknown> = Promise.resolve();
  #dataSets: DataSets = { records: '', rows: '' };
  #sheetId = '';
  readonly #documents: string[] = [];
  #tags = 0;
  #failure: Error | undefined;

  constructor(token: string, random: Random) {
    this.#token = token;
    this.#random = random;
  }

  /** Agents begin, on a folder that holds nothing yet. */
  async begin(gateway: Address): Promise<void> {
    const account = this.#accountAt(gateway.url);
    const shared = await this.#addArtifact(account, 'markdown', sentenceOf);
    this.#sheetId = (await this.#addArtifact(account, 'csv', sheetOf)).id;
    this.#dataSets = { records: await addDataSet(account, 'note'), rows: await addDataSet(account, 'batch') };
    const task: Task = {
      journal: this.#journal,
      random: this.#random,
      dataSets: this.#dataSets,
      shared,
      newTag: () => this.#newTag(),
      met: this.met,
    };
    const doors = [...Array<Door>(agentsOverHttp).fill(this.#http), ...Array<Door>(agentsOverMcp).fill(this.#mcp)];
    this.#agents = doors.map((door) => new Agent(task, door));
    this.#ended = Promise.all(this.#agents.map((agent) => agent.run())).catch((error: Error) => {
      this.#failure = error;
      for (const agent of this.#agents) agent.stop();
    });
  }

  /** Agents that speak HTTP continue here. */
  speakTo(gateway: Address): void {
    this.#http.open(throughAccount(this.#accountAt(gateway.url)));
  }

  /** Agents that speak MCP continue here. */
  speakThrough(host: Host): void {
    this.#mcp.open(throughHost(host, (url) => this.#accountAt(url)));
  }

  /** From now on, with every server that it speaks to anew. */
  useToken(token: string): void {
    this.#token = token;
  }

  /** The gateway is about to go. */
  gatewayGoes(): void {
    this.#http.shut();
  }

  hostGoes(): void {
    this.#mcp.shut();
  }

  get refusals(): string {
    return [...this.met.refusals].map(([code, times]) => `${times} ${code}`).join(', ') || 'none';
  }

  get acknowledged(): number {
    return this.#journal.acknowledgements;
  }

  /** Resolves at the moment at which this many more writes are acknowledged. Throws an error that ended an agent. */
  async goOn(writes: number): Promise<void> {
    await Promise.race([this.#journal.acknowledged(writes), this.#ended]);
    this.check();
  }

  /** Waits until agents have been temporarily refused this many more times. */
  async meetRefusals(times: number): Promise<void> {
    const refusals = () => [...this.met.refusals.values()].reduce((sum, each) => sum + each, 0);
    for (const least = refusals() + times; refusals() < least; await sleep(20)) this.check();
  }

  /** Throws what an agent could not put up with. */
  check(): void {
    if (this.#failure) throw this.#failure;
  }

  /** Agents end, each after the write that is under way. */
  async end(): Promise<void> {
    for (const agent of this.#agents) agent.stop();
    this.#http.end();
    this.#mcp.end();
    await this.#ended;
    this.check();
  }

  /**
   * Call it after the end. Every acknowledged write must be there once, unchanged. Nothing else may be there, and
   * nothing in part.
   */
  async prove(gateway: Address): Promise<void> {
    const account = this.#accountAt(gateway.url);
    await answered(account);
    for (const id of this.#documents) await extracted(account, id);
    this.#journal.prove(await takeCensus(account, this.#dataSets));
    this.#journal.proveSeen((await account.done('GET /inbox')).seenUntil);
    assert.deepEqual(takeLeaks(), []);
  }

  /** Asks for a figure of a sheet, of a version that no process has as a table. */
  async askSheet(account: Account): Promise<Reply> {
    const query = { mode: 'deterministic', operation: 'aggregate', artifactId: this.#sheetId };
    return account.call('POST /queries', { ...query, metrics: [{ alias: 'rows', function: 'count_rows' }] });
  }

  /** A write beside those of the agents; returns how it is sent again, which must do nothing. */
  async addArtifact(by: Account): Promise<(later: Account) => Promise<void>> {
    const { id, title: tag } = await this.#addArtifact(by, 'markdown', sentenceOf);
    return async (later) => {
      const document = { kind: 'markdown', title: tag, content: sentenceOf(tag), idempotencyKey: tag };
      const { headers, body } = await later.call('POST /artifacts', document);
      assert.deepEqual([headers.get('idempotency-replayed'), body.artifact?.id], ['true', id]);
    };
  }

  /** Adds a file of this size to those of the agents. */
  async addFile(by: Account, size: number): Promise<void> {
    const tag = this.#newTag();
    const bytes = bytesOf(tag, size);
    this.#journal.begin(tag, digestOf(bytes));
    const file = await accountWriter(by).upload(tag, bytes);
    this.#journal.acknowledge(tag, file.id);
  }

  /** Work for the background: questions, and documents whose text has to be extracted. */
  async addWork(by: Account, times: number): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const [tag, session] = [this.#newTag(), this.#newTag()];
      const bytes = Buffer.from(`\ufeff${sentenceOf(tag)}`, 'utf16le');
      this.#journal.begin(tag, digestOf(bytes));
      const form = new FormData();
      form.append('file', new Blob([bytes], { type: 'text/plain' }), `${tag}.txt`);
      this.#documents.push((await by.done('POST /files', form)).file.id);
      this.#journal.acknowledge(tag);
      this.#journal.begin(session, session);
      const started = await by.done('POST /sessions', { title: session });
      this.#journal.acknowledge(session);
      const said = this.#newTag();
      this.#journal.begin(said, sentenceOf(said));
      await by.done(`POST /sessions/${started.session.id}/messages`, { body: sentenceOf(said) });
      this.#journal.acknowledge(said);
    }
  }

  async #addArtifact(account: Account, kind: string, contentOf: (tag: string) => string): Promise<Artifact> {
    const tag = this.#newTag();
    const content = contentOf(tag);
    this.#journal.begin(tag, digestOf(content));
    const { artifact } = await account.done('POST /artifacts', { kind, title: tag, content, idempotencyKey: tag });
    this.#journal.acknowledge(tag, `${artifact.id} 1`);
    return artifact;
  }

  #accountAt(gatewayUrl: string): Account {
    return patientAccountAt(gatewayUrl, this.#token);
  }

  #newTag(): string {
    this.#tags += 1;
    return `w${this.#tags}`;
  }
}

/** More than is made a table of in the process that is asked. */
const sheetOf = (tag: string) => `Who,What\n${`${tag},${'x'.repeat(100)}\n`.repeat(1_000)}`;

async function addDataSet(account: Account, field: string): Promise<string> {
  const fields = [{ key: field, type: 'text' }];
  const answer = await account.done('POST /channels/general/data-sets', { name: `With a ${field}`, fields });
  return (answer as unknown as Imported).dataSet.objectTypeId;
}

/** Waits until every question that agents asked has come to its end. */
async function answered(account: Account): Promise<void> {
  for (const status of ['queued', 'running']) {
    await until(`no question is ${status}`, async () => {
      const { queries } = await account.done(`GET /queries?mode=session&status=${status}&limit=1`);
      return queries.length === 0;
    });
  }
}

const extracted = (account: Account, fileId: string) =>
  until(`the text of ${fileId} is there`, async () => {
    const { text } = await account.done(`GET /files/${fileId}/text`);
    return (text as { status: string }).status === 'ready';
  });

/** Background work has a minute. */
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (let looks = 0; looks < 600; looks += 1) {
    if (await isSo()) return;
    await sleep(100);
  }
  assert.fail(`In vain it was waited until ${what}`);
}

import { setTimeout as sleep } from 'node:timers/promises';
import { rawForm, rawFormType, filePart } from '../../support/forms.ts';
import { type Answer, apiRequest, Client, type Sent, toolCall } from './client.ts';
import type { Machine } from './machine.ts';
import type { Desk } from './town.ts';
import { type Kind, notAnswered, type Wait } from './waits.ts';

/** How often a kind of work begins. */
const everyMs: Readonly<Record<Kind, number>> = {
  health: 50,
  point: 25,
  list: 100,
  search: 200,
  write: 150,
  query: 250,
  question: 1_000,
};
const oneByOne: ReadonlySet<Kind> = new Set(['write', 'search', 'query', 'question']);
/** The most waiting requests of one kind: more would show nothing new. */
const mostUnderWay = 20;
const pollMs = 50;

/** A well-behaved user, who works at a calm pace and knows what was acknowledged. */
export class Neighbour {
  readonly #client: Client;
  readonly #newcomer: Client;
  readonly #machine: Machine;
  readonly #desk: Desk;
  /** Addresses of what was written. */
  readonly #acknowledged: string[] = [];
  readonly #waits: Wait[] = [];
  #version: { readonly id: string; readonly number: number };
  #asked = 0;

  constructor(url: string, desk: Desk, machine: Machine) {
    this.#client = new Client(url, { token: desk.token });
    this.#newcomer = new Client(url, { token: desk.token, isNew: true });
    this.#desk = desk;
    this.#machine = machine;
    this.#version = desk.document.version;
  }

  /** Until it is over; what is not answered then is waited for until patience ends. */
  async work(over: AbortSignal, patience: AbortSignal): Promise<Wait[]> {
    this.#waits.length = 0;
    const kinds = Object.keys(everyMs) as Kind[];
    await Promise.all(kinds.map((kind) => this.#workOn(kind, over, patience)));
    return [...this.#waits];
  }

  /** Acknowledged writes that the gateway at this address does not have. */
  async lost(url: string): Promise<string[]> {
    const client = new Client(url, { token: this.#desk.token });
    const lost: string[] = [];
    for (const path of this.#acknowledged) {
      const { status } = await patientlySent(client, path);
      if (status !== 200) lost.push(`${path}: ${status}`);
    }
    const { artifact } = read(await patientlySent(client, `/artifacts/${this.#desk.document.id}`));
    if (artifact.versionNumber < this.#version.number) lost.push(`version ${this.#version.number} of ${artifact.id}`);
    client.close();
    return lost;
  }

  close(): void {
    this.#client.close();
    this.#newcomer.close();
  }

  /** Point reads, lists and the like begin when they are due. The kinds of `oneByOne` wait for the answer before. */
  async #workOn(kind: Kind, over: AbortSignal, patience: AbortSignal): Promise<void> {
    const underWay = new Set<Promise<void>>();
    const isPatient = oneByOne.has(kind);
    for (let due = performance.now(); !over.aborted; due += everyMs[kind]) {
      await sleep(Math.max(0, due - performance.now()));
      if (underWay.size >= mostUnderWay) continue;
      const asked = this.#waitFor(kind, isPatient ? performance.now() : due, patience);
      underWay.add(asked);
      void asked.then(() => underWay.delete(asked));
      if (isPatient) await asked;
    }
    await Promise.all(underWay);
  }

  async #waitFor(kind: Kind, from: number, patience: AbortSignal): Promise<void> {
    const refusal = await this.#ask(kind, patience).catch((error: Error) => refusalOf(error, patience));
    const took = performance.now() - from;
    const isExcused = refusal?.startsWith('503') && this.#machine.isStarving;
    const excused = this.#machine.excusedSince(from);
    this.#waits.push({ kind, took, excused, ...(refusal !== undefined && !isExcused && { refusal }) });
  }

  /** The status and code of its refusal, if it was refused. */
  async #ask(kind: Kind, patience: AbortSignal): Promise<string | undefined> {
    this.#asked += 1;
    if (kind === 'write') return this.#write(patience);
    if (kind === 'question') return this.#question(patience);
    const request = pick(this.#requests[kind], this.#asked);
    const client = kind === 'point' && this.#asked % 2 === 0 ? this.#newcomer : this.#client;
    return refusedWith(await client.send(request, patience));
  }

  get #requests(): Readonly<Record<Exclude<Kind, 'write' | 'question'>, readonly Sent[]>> {
    const { channelId, recordId, dataSetId, broadId, viewId, document } = this.#desk;
    const place = `/channels/${channelId}`;
    const aggregate = { mode: 'deterministic', operation: 'aggregate', channelId, groupBy: ['stage'] };
    const metrics = [{ alias: 'total', function: 'sum', field: 'amount' }];
    const get = (path: string) => apiRequest(`GET ${path}`);
    return {
      health: [{ method: 'GET', path: '/health' }],
      point: [
        get(`${place}/records/${recordId}`),
        get(`/artifacts/${document.id}`),
        get(place),
        get('/me'),
        toolCall('workspace_artifact_get', { artifactId: document.id }),
      ],
      list: [
        get('/artifacts'),
        get('/files'),
        get('/channels'),
        get('/sessions'),
        get(`${place}/feed`),
        get(`${place}/views`),
      ],
      search: [get('/search?q=harbour'), get('/search?q=crane%20delivery'), get('/search')],
      query: [
        apiRequest('POST /queries', { ...aggregate, objectTypeId: dataSetId, metrics }),
        apiRequest('POST /queries', { ...aggregate, objectTypeId: broadId, metrics }),
        get(`${place}/views/${viewId}/data`),
      ],
    };
  }

  async #write(patience: AbortSignal): Promise<string | undefined> {
    const { channelId, dataSetId, document } = this.#desk;
    const place = `/channels/${channelId}`;
    const key = { 'idempotency-key': crypto.randomUUID() };
    const send = async (request: Sent, done: (answer: Answer) => void) => {
      const answer = await this.#client.send(request, patience);
      if (answer.status < 400) done(answer);
      return refusedWith(answer);
    };
    const writes = [
      () =>
        send(apiRequest(`POST ${place}/posts`, { body: 'The crane is back.' }, key), (answer) =>
          this.#acknowledged.push(`${place}/posts/${read(answer).post.id}`),
        ),
      () =>
        send(
          apiRequest(`POST ${place}/records`, { objectTypeId: dataSetId, title: 'Crane', values: { amount: 7 } }, key),
          (answer) => this.#acknowledged.push(`${place}/records/${read(answer).record.id}`),
        ),
      () =>
        send(
          apiRequest(
            `PATCH /artifacts/${document.id}`,
            { expectedVersionId: this.#version.id, content: `Version after ${this.#version.number}` },
            key,
          ),
          (answer) => {
            const { artifact } = read(answer);
            this.#version = { id: artifact.versionId, number: artifact.versionNumber };
          },
        ),
      () =>
        send({ method: 'POST', path: '/api/workspace/files', headers: rawFormType, body: note }, (answer) =>
          this.#acknowledged.push(`/files/${read(answer).file.id}`),
        ),
    ];
    return pick(writes, this.#asked)();
  }

  /** Asks in prose, and again until it is answered. */
  async #question(patience: AbortSignal): Promise<string | undefined> {
    const { channelId } = this.#desk;
    const question = { mode: 'session', channelId, question: 'How many orders are won?' };
    const answer = await this.#client.send(apiRequest('POST /queries', question), patience);
    if (answer.status >= 400) return refusedWith(answer);
    const { id } = read(answer).query;
    for (;;) {
      const looked = await this.#client.send(apiRequest(`GET /queries/${id}`), patience);
      if (looked.status >= 400) return refusedWith(looked);
      const { query } = read(looked);
      if (query.status === 'failed') return `question: ${JSON.stringify(query.error)}`;
      if (query.status === 'completed') return undefined;
      await sleep(pollMs, undefined, { signal: patience });
    }
  }
}

/** Again while a gateway that has just started has too much to do. */
async function patientlySent(client: Client, path: string): Promise<Answer> {
  for (;;) {
    const answer = await client.send(apiRequest(`GET ${path}`));
    if (answer.status !== 503) return answer;
    await sleep(pollMs);
  }
}

const note = rawForm([filePart('note.txt'), 'Unloading starts at six.']);

const pick = <Item>(items: readonly Item[], number: number): Item => items[number % items.length]!;

/** As far as it is looked at here. */
interface Read {
  readonly post: { readonly id: string };
  readonly record: { readonly id: string };
  readonly file: { readonly id: string };
  readonly artifact: { readonly id: string; readonly versionId: string; readonly versionNumber: number };
  readonly query: { readonly id: string; readonly status: string; readonly error?: unknown };
}

const read = ({ bytes }: Answer): Read => JSON.parse(bytes.toString()) as Read;

function refusedWith({ status, bytes }: Answer): string | undefined {
  const text = bytes.toString();
  if (status < 400) return /"isError":true|"jsonrpc":"2.0","id":1,"error"/.test(text) ? text : undefined;
  return `${status} ${/"detail":"(.*?)"/.exec(text)?.[1] ?? ''}`;
}

const refusalOf = (error: Error, patience: AbortSignal): string =>
  patience.aborted ? notAnswered : `lost: ${error.message}`;

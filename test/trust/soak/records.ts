import assert from 'node:assert/strict';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import type { Act, Agent, Duty } from './agent.ts';

interface Job {
  readonly id: string;
  readonly effort: number;
  readonly state: string;
  readonly versionNumber: number;
}

const atHand = 20;
const states = ['open', 'done', 'late'];

/** Records that come, change and go in a shared Data Set. Figures and Views count an agent's own records exactly. */
export class Records implements Duty {
  readonly #agent: Agent;
  #jobs: Job[] = [];
  conflicts = 0;

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get acts(): Act[] {
    return [
      [3, this.create.bind(this)],
      [4, this.update.bind(this)],
      [1, this.updateStale.bind(this)],
      [15, this.read.bind(this)],
      [10, this.count.bind(this)],
      [8, this.view.bind(this)],
      [2, this.board.bind(this)],
      [2, this.dashboard.bind(this)],
      [2, this.countAll.bind(this)],
    ];
  }

  async create(): Promise<void> {
    while (this.#jobs.length >= atHand) await this.#remove(this.#jobs.shift()!);
    const { chance, door, name } = this.#agent;
    const [effort, state] = [chance.between(1, 100), chance.pick(states)];
    const { record } = await this.#agent.change((idempotencyKey) =>
      door.records.create({
        ...this.#dataSet,
        title: `Job of ${name}`,
        values: { worker: name, effort, state },
        idempotencyKey,
      }),
    );
    this.#jobs.push({ id: record.id, effort, state, versionNumber: record.versionNumber });
  }

  async update(): Promise<void> {
    const { chance, door } = this.#agent;
    const job = await this.#one();
    const effort = job.effort + chance.between(1, 9);
    const { record } = await this.#agent.change((idempotencyKey) =>
      door.records.update({
        ...this.#place(job),
        values: { effort },
        expectedVersionNumber: job.versionNumber,
        idempotencyKey,
      }),
    );
    assert.equal(record.versionNumber, job.versionNumber + 1);
    this.#jobs = this.#jobs.map((one) => (one === job ? { ...job, effort, versionNumber: record.versionNumber } : one));
  }

  /** Citing a version that was; nothing may change. */
  async updateStale(): Promise<void> {
    const job = this.#jobs.find(({ versionNumber }) => versionNumber > 1);
    if (!job) return;
    const stale = { ...this.#place(job), values: { effort: 0 }, expectedVersionNumber: job.versionNumber - 1 };
    await this.#agent.door.records.update(stale).then(
      () => assert.fail('a stale version was taken'),
      (error: unknown) => {
        if (!(error instanceof WorkspaceError) || error.code !== 'version_conflict') throw error;
        this.conflicts += 1;
      },
    );
    await this.#verify(job);
  }

  async read(): Promise<void> {
    await this.#verify(await this.#one());
  }

  async count(): Promise<void> {
    const { name } = this.#agent;
    const figures = await this.#figures(this.#dataSet.objectTypeId, [{ field: 'worker', operator: 'eq', value: name }]);
    assert.deepEqual(figures, { jobs: this.#jobs.length, effort: this.#effort });
  }

  /** Over more rows than are read in the gateway's own process. */
  async countAll(): Promise<void> {
    const { objectTypeId, rows, effort } = this.#agent.workplace.archive;
    const figures = await this.#figures(objectTypeId, [{ field: 'worker', operator: 'contains', value: 'nobod' }]);
    assert.deepEqual(figures, { jobs: rows, effort });
  }

  async view(): Promise<void> {
    const { door, name, workplace } = this.#agent;
    const filters = [{ fieldKey: 'worker', op: 'eq' as const, value: name }];
    const { data } = await door.views.data({ ...this.#channel, viewId: workplace.views.table, filters });
    const shown = data.records!.map(({ id, values }) => [id, values.effort]);
    const byEffort = this.#jobs.toSorted((one, other) => other.effort - one.effort).map(({ effort }) => effort);
    assert.deepEqual(new Map(shown as [string, number][]), new Map(this.#jobs.map(({ id, effort }) => [id, effort])));
    assert.deepEqual(
      shown.map(([, effort]) => effort),
      byEffort,
    );
  }

  async board(): Promise<void> {
    const { door, name, workplace } = this.#agent;
    const filters = [{ fieldKey: 'worker', op: 'eq' as const, value: name }];
    const { data } = await door.views.data({ ...this.#channel, viewId: workplace.views.board, filters });
    for (const { label, count } of data.groups!) {
      assert.equal(count, this.#jobs.filter(({ state }) => state === label).length, label);
    }
  }

  async dashboard(): Promise<void> {
    const { door, workplace } = this.#agent;
    const { data } = await door.views.data({ ...this.#channel, viewId: workplace.views.dashboard });
    assert.ok(Number(data.widgets![0]!.rows![0]!.jobs) >= workplace.jobs.rows + this.#jobs.length);
  }

  async verify(): Promise<void> {
    const { client, name } = this.#agent;
    const { data } = await client.queries.run({
      mode: 'deterministic',
      operation: 'records',
      ...this.#dataSet,
      filters: [{ field: 'worker', operator: 'eq', value: name }],
      limit: 1_000,
    });
    const there = new Map(data.rows!.map(({ id, effort }) => [id, effort]));
    assert.equal(data.rows!.length, there.size);
    assert.deepEqual(there, new Map(this.#jobs.map(({ id, effort }) => [id, effort])));
  }

  get #channel() {
    return { channelId: this.#agent.workplace.channelId };
  }

  get #dataSet() {
    return { ...this.#channel, objectTypeId: this.#agent.workplace.jobs.objectTypeId };
  }

  get #effort(): number {
    return this.#jobs.reduce((sum, { effort }) => sum + effort, 0);
  }

  #place({ id }: Job) {
    return { ...this.#channel, recordId: id };
  }

  async #figures(objectTypeId: string, filters: { field: string; operator: 'eq' | 'contains'; value: string }[]) {
    const { data } = await this.#agent.door.queries.run({
      mode: 'deterministic',
      operation: 'aggregate',
      ...this.#channel,
      objectTypeId,
      filters,
      metrics: [
        { alias: 'jobs', function: 'count_rows' },
        { alias: 'effort', function: 'sum', field: 'effort' },
      ],
    });
    return data.rows![0];
  }

  async #verify(job: Job): Promise<void> {
    const { record } = await this.#agent.door.records.get(this.#place(job));
    const { id, effort, versionNumber } = job;
    assert.deepEqual(
      { id: record.id, effort: record.values.effort, versionNumber: record.versionNumber },
      { id, effort, versionNumber },
    );
  }

  async #remove(job: Job): Promise<void> {
    const place = this.#place(job);
    await this.#agent.change((idempotencyKey) => this.#agent.door.records.remove({ ...place, idempotencyKey }));
  }

  async #one(): Promise<Job> {
    while (this.#jobs.length === 0) await this.create();
    return this.#agent.chance.pick(this.#jobs);
  }
}

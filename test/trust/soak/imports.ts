import assert from 'node:assert/strict';
import type { Act, Agent, Duty } from './agent.ts';
import { csvFile } from './workplace.ts';

interface Table {
  readonly objectTypeId: string;
  rows: number[];
}

/** Each agent makes this many Data Sets from CSV files, and then goes on with these. */
const tables = 4;
/** A table with more gives back its oldest. */
const mostRows = 120;
const rowsAtOnce = 15;

/** CSV files that become records, in a channel of the agent's own: all rows of a file, once. */
export class Imports implements Duty {
  readonly #agent: Agent;
  #channelId: string | undefined;
  readonly #tables: Table[] = [];

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get acts(): Act[] {
    return [
      [0.15, this.begin.bind(this)],
      [0.6, this.add.bind(this)],
      [4, this.count.bind(this)],
    ];
  }

  async begin(): Promise<void> {
    if (this.#tables.length === tables) return this.add();
    const { frank, meter } = this.#agent;
    this.#channelId ??= (await frank.channels.create({ name: this.#agent.name, visibility: 'private' })).channel.id;
    const rows = this.#draw();
    const form = { channelId: this.#channelId, name: `Rows ${this.#agent.code()}`, file: fileOf(rows) };
    const { dataSet, imported } = await this.#agent.change((idempotencyKey) =>
      meter.timed('dataSets.import', () => frank.dataSets.import({ ...form, idempotencyKey })),
    );
    assert.equal(imported, rows.length);
    this.#tables.push({ objectTypeId: dataSet.objectTypeId, rows });
  }

  async add(): Promise<void> {
    const { frank, meter } = this.#agent;
    const table = await this.#one();
    const rows = this.#draw();
    const form = { channelId: this.#channelId!, objectTypeId: table.objectTypeId, file: fileOf(rows) };
    const { imported } = await this.#agent.change((idempotencyKey) =>
      meter.timed('dataSets.importRows', () => frank.dataSets.importRows({ ...form, idempotencyKey })),
    );
    assert.equal(imported, rows.length);
    table.rows.push(...rows);
    if (table.rows.length > mostRows) await this.#removeOldest(table);
  }

  async count(): Promise<void> {
    await this.#verify(await this.#one());
  }

  async verify(): Promise<void> {
    for (const table of this.#tables) await this.#verify(table);
  }

  async #verify({ objectTypeId, rows }: Table): Promise<void> {
    const { data } = await this.#agent.door.queries.run({
      mode: 'deterministic',
      operation: 'aggregate',
      channelId: this.#channelId,
      objectTypeId,
      metrics: [
        { alias: 'rows', function: 'count_rows' },
        { alias: 'total', function: 'sum', field: 'amount' },
      ],
    });
    assert.deepEqual(data.rows, [{ rows: rows.length, total: rows.reduce((sum, row) => sum + row, 0) }]);
  }

  async #removeOldest(table: Table): Promise<void> {
    const { door } = this.#agent;
    const channelId = this.#channelId!;
    const { data } = await door.queries.run({
      mode: 'deterministic',
      operation: 'records',
      channelId,
      objectTypeId: table.objectTypeId,
      limit: rowsAtOnce,
    });
    assert.deepEqual(
      data.rows!.map(({ amount }) => amount),
      table.rows.slice(0, rowsAtOnce),
    );
    for (const { id } of data.rows!) {
      const place = { channelId, recordId: id as string };
      await this.#agent.change((idempotencyKey) => door.records.remove({ ...place, idempotencyKey }));
    }
    table.rows = table.rows.slice(rowsAtOnce);
  }

  async #one(): Promise<Table> {
    if (this.#tables.length === 0) await this.begin();
    return this.#agent.chance.pick(this.#tables);
  }

  #draw(): number[] {
    const { chance } = this.#agent;
    return Array.from({ length: rowsAtOnce }, () => chance.below(1_000));
  }
}

const fileOf = (rows: readonly number[]) =>
  csvFile('rows.csv', ['Name,Amount', ...rows.map((row, index) => `row ${index},${row}`)]);

import assert from 'node:assert/strict';
import type { Act, Agent, Duty } from './agent.ts';

interface Sheet {
  readonly id: string;
  versionId: string;
  rows: readonly number[];
}

const atHand = 2;

/** Sheets that are changed and queried: a figure is that of the version that was acknowledged last. */
export class OwnSheets implements Duty {
  readonly #agent: Agent;
  readonly #sheets: Sheet[] = [];

  constructor(agent: Agent) {
    this.#agent = agent;
  }

  get acts(): Act[] {
    return [
      [1, this.rewrite.bind(this)],
      [8, this.query.bind(this)],
    ];
  }

  async rewrite(): Promise<void> {
    const { chance, door } = this.#agent;
    const sheet = await this.#one();
    const rows = this.#draw();
    const content = textOf(rows, () => chance.words(2));
    const { artifact } = await this.#agent.change((idempotencyKey) =>
      door.artifacts.update({ artifactId: sheet.id, expectedVersionId: sheet.versionId, content, idempotencyKey }),
    );
    Object.assign(sheet, { versionId: artifact.versionId, rows });
  }

  async query(): Promise<void> {
    await this.#verify(await this.#one());
  }

  async verify(): Promise<void> {
    for (const sheet of this.#sheets) await this.#verify(sheet);
  }

  async #verify({ id, rows }: Sheet): Promise<void> {
    const { data } = await this.#agent.door.queries.run({
      mode: 'deterministic',
      artifactId: id,
      operation: 'aggregate',
      metrics: [
        { alias: 'rows', function: 'count_rows' },
        { alias: 'total', function: 'sum', field: 'amount' },
      ],
    });
    assert.deepEqual(data.rows, [{ rows: rows.length, total: rows.reduce((sum, row) => sum + row, 0) }]);
  }

  async #one(): Promise<Sheet> {
    const { chance, door } = this.#agent;
    while (this.#sheets.length < atHand) {
      const rows = this.#draw();
      const sheet = { kind: 'csv' as const, title: `Figures ${this.#agent.code()}` };
      const content = textOf(rows, () => chance.words(2));
      const { artifact } = await this.#agent.change((idempotencyKey) =>
        door.artifacts.create({ ...sheet, content, idempotencyKey }),
      );
      this.#sheets.push({ id: artifact.id, versionId: artifact.versionId, rows });
    }
    return chance.pick(this.#sheets);
  }

  #draw(): number[] {
    const { chance } = this.#agent;
    return Array.from({ length: chance.between(20, 200) }, () => chance.below(1_000));
  }
}

const textOf = (rows: readonly number[], label: () => string): string =>
  ['Label,Amount', ...rows.map((row) => `${label()},${row}`), ''].join('\n');

import { expect } from 'vitest';
import type { DataSet, ImportPreview } from '../../schemas/data-sets.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { Problem } from '../../schemas/problem.ts';
import type { Field } from '../../schemas/fields.ts';
import { form } from './forms.ts';
import { expectProblem } from './problems.ts';
import type { Account, Reply } from './rest.ts';
import { traces } from './storage.ts';

export interface Imported {
  readonly dataSet: DataSet;
  readonly imported: number;
}

type Content = string | Uint8Array<ArrayBuffer>;
type Extra = Readonly<Record<string, string | object>>;

/** The form of an import: its fields before the file. A value other than text is sent as JSON. */
export const csvForm = (csv: Content, fields: Extra = {}): FormData =>
  form(
    ...Object.entries(fields).map(([name, value]): [string, string] => [
      name,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
    ['file', new Blob([csv], { type: 'text/csv' }), 'rows.csv'],
  );

export const sendCsv = (by: Account, channel: string, csv: Content, fields: Extra = {}): Promise<Reply> =>
  by.call(`POST /channels/${channel}/data-sets/import`, csvForm(csv, { name: 'Rows', ...fields }));

/** An import that must not be refused. */
export async function importCsv(by: Account, channel: string, csv: Content, fields: Extra = {}): Promise<Imported> {
  return importedBy(await sendCsv(by, channel, csv, fields), 201);
}

export const sendRows = (by: Account, channel: string, id: string, csv: Content, fields: Extra = {}): Promise<Reply> =>
  by.call(`POST /channels/${channel}/data-sets/${id}/import`, csvForm(csv, fields));

/** Rows that must not be refused. */
export async function importRows(by: Account, channel: string, id: string, csv: Content, fields: Extra = {}) {
  return importedBy(await sendRows(by, channel, id, csv, fields), 200);
}

function importedBy({ status, bytes }: Reply, expected: number): Imported {
  expect(`${status} ${bytes.toString()}`).toMatch(new RegExp(`^${expected} `));
  return JSON.parse(bytes.toString()) as Imported;
}

/** The records of a Data Set in the order of their making, without their IDs. */
export async function recordsOf(
  by: Account,
  channel: string,
  objectTypeId: string,
): Promise<Record<string, unknown>[]> {
  const query = { mode: 'deterministic', operation: 'records', channelId: channel, objectTypeId, limit: 1_000 };
  const { data }: { data: { rows: Record<string, unknown>[] } } = JSON.parse(
    (await by.call('POST /queries', query)).bytes.toString(),
  );
  return data.rows.map(({ id: _id, created_at, created_by, updated_at, ...values }) => values);
}

/** Its fields without the four that every record has. */
export const ownFields = ({ fields }: DataSet): Field[] => fields.slice(0, -4);

/** Expects a refusal with this code that leaves nothing behind. */
export async function refused(
  dataFolder: string,
  ask: () => Promise<Reply>,
  code: ErrorCode,
  paths?: readonly string[],
): Promise<Problem> {
  const before = await traces(dataFolder);
  const problem = expectProblem(await ask(), code, paths);
  expect(await traces(dataFolder)).toEqual(before);
  return problem;
}

/** The preview of an import. */
export async function preview(by: Account, channel: string, csv: Content, fields: Extra = {}): Promise<ImportPreview> {
  const { status, bytes } = await by.call(`POST /channels/${channel}/data-sets/preview-import`, csvForm(csv, fields));
  expect(`${status} ${bytes.toString()}`).toMatch(/^200 /);
  return (JSON.parse(bytes.toString()) as { preview: ImportPreview }).preview;
}

const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`;

/** A table whose column "a" has these cells, beside a key of each row. */
export const csvOf = (cells: readonly string[]): string =>
  `a,key\n${cells.map((cell, n) => `${quoted(cell)},r${n}\n`).join('')}`;

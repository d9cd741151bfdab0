import type { Column, Completeness, Row } from '../../schemas/queries.ts';
import type { Account, Reply } from './rest.ts';

export interface Sheet {
  readonly id: string;
  readonly versionId: string;
}

/** A sheet of this content. */
export async function newSheet(by: Account, content: string, more: object = {}): Promise<Sheet> {
  const body = { kind: 'csv', title: 'Sheet', content, idempotencyKey: crypto.randomUUID(), ...more };
  return (await by.done('POST /artifacts', body)).artifact;
}

/** The same sheet with another content. */
export async function changedSheet(by: Account, { id, versionId }: Sheet, content: string): Promise<Sheet> {
  const body = { expectedVersionId: versionId, content, idempotencyKey: crypto.randomUUID() };
  return (await by.done(`PATCH /artifacts/${id}`, body)).artifact;
}

/** A typed query, of whatever `query` names. */
export const askQuery = (by: Account, query: object): Promise<Reply> =>
  by.call('POST /queries', { mode: 'deterministic', ...query });

export interface QueryResult {
  readonly columns: Column[];
  readonly rows: Row[];
  readonly completeness: Completeness;
}

/** A typed query that must not be refused. */
export async function queryResult(by: Account, query: object): Promise<QueryResult> {
  const { status, bytes } = await askQuery(by, query);
  if (status !== 200) throw new Error(bytes.toString());
  return (JSON.parse(bytes.toString()) as { data: QueryResult }).data;
}

export const rowsOf = async (by: Account, query: object): Promise<Row[]> => (await queryResult(by, query)).rows;

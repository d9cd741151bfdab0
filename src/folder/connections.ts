import { shownOnLine } from '../../schemas/shown.ts';
import type { Db } from '../store/tables.ts';

/** Files that a gateway reads and issuers that it trusts, by an operator's decision. One line each. */
export async function connectionsOf(db: Db): Promise<string[]> {
  const sources = await db.selectFrom('sources').select(['id', 'path']).orderBy('id').execute();
  const issuers = await db.selectFrom('issuers').select(['url', 'jwks_url']).orderBy('url').execute();
  return [
    ...sources.map(({ id, path }) => `the file ${path} as ${id}`),
    ...issuers.map(
      ({ url, jwks_url: keys }) => `the issuer ${url}${keys === null ? '' : `, whose keys are at ${keys}`}`,
    ),
  ].map(shownOnLine);
}

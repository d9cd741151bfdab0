import { sql } from 'kysely';
import type { Db } from '../../../../src/store/tables.ts';

const digits = `substr('${'0'.repeat(26)}' || cast(n as text), length(cast(n as text)) + 1)`;

/** An ID ends with 26 digits, of which these are replaced. */
const numbered = (column: string) => sql.raw(`substr(${column}, 1, length(${column}) - 26) || ${digits}`);

/** Columns that number the rows by themselves. */
const rowNumbers: Readonly<Record<string, string>> = { passages: 'id', audit_events: 'number' };

/** Writes a row of a table again and again. The given columns hold IDs, which are new in each row. */
export async function multiply(
  tx: Db,
  table: string,
  [key, ...others]: readonly [string, ...string[]],
  id: string,
  count: number,
): Promise<void> {
  const from = sql`from ${sql.table(table)} where ${sql.ref(key)} = ${id}`;
  const { rows } = await sql<object>`select * ${from}`.execute(tx);
  const columns = Object.keys(rows[0]!).filter((name) => rowNumbers[table] !== name);
  const values = columns.map((name) => (name === key || others.includes(name) ? numbered(name) : sql.ref(name)));
  await sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})
    insert into ${sql.table(table)} (${sql.join(columns.map((name) => sql.ref(name)))})
    select ${sql.join(values)} from ${sql.table(table)}, number where ${sql.ref(key)} = ${id}`.execute(tx);
}

interface Kept {
  readonly kind: 'RefreshToken' | 'Grant';
  readonly userId: string;
  readonly clientId: string;
  readonly count: number;
}

/** Keeps what an application has got from a person, as the authorization server does. */
export const keepAuthorizations = (tx: Db, { kind, userId, clientId, count }: Kept) =>
  sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${count})
    insert into authorizations (kind, id, payload, client_id, expires_at)
    select ${kind}, ${userId} || n, ${JSON.stringify({ accountId: userId, clientId })}, ${clientId}, ${endless}
    from number`.execute(tx);

const endless = 2 ** 32;

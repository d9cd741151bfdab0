import pg from 'pg';
import { afterAll } from 'vitest';
import { isOnServer } from '../support/of-the-folder.ts';
import { preparedStatements } from '../support/sqlite.ts';

export type Statements = Pick<ReadonlySet<string>, 'keys' | 'size'>;

/**
 * From now on the statements that this process sends to its workspace's database, until the tests of the file end. Beside
 * a server, SQLite only holds sheets and cuts snippets.
 */
export const sentStatements = (): Statements => (isOnServer ? sentToServer() : preparedStatements());

function sentToServer(): Statements {
  const sent = new Set<string>();
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...asked: [string | { readonly text: string }]) {
    const [statement] = asked;
    sent.add(typeof statement === 'string' ? statement : statement.text);
    return (query as (...given: unknown[]) => unknown).apply(this, asked);
  } as never;
  afterAll(() => {
    pg.Client.prototype.query = query;
  });
  return sent;
}

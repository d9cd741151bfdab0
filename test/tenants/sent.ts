import pg from 'pg';
import { Tinypool } from 'tinypool';
import { afterAll } from 'vitest';
import { isOnServer } from '../support/of-the-folder.ts';
import { preparedStatements } from '../support/sqlite.ts';

export type Statements = Pick<ReadonlySet<string>, 'keys' | 'size'>;

/**
 * From now on the statements that this process sends to its workspace's database, until the tests of the file end. Beside
 * a server, SQLite only holds sheets and cuts snippets.
 */
export const sentStatements = (): Statements => (isOnServer ? sentToServer() : preparedAnywhere());

/** Heavy reads are prepared by processes of their own, which are given each statement as part of their task. */
function preparedAnywhere(): Statements {
  const here = preparedStatements();
  const elsewhere = givenToReaders();
  return {
    keys: () => new Set([...here.keys(), ...elsewhere]).keys(),
    get size() {
      return here.size + elsewhere.size;
    },
  };
}

function givenToReaders(): ReadonlySet<string> {
  const given = new Set<string>();
  const { run } = Tinypool.prototype;
  Tinypool.prototype.run = function (this: Tinypool, ...asked: Parameters<typeof run>) {
    const [task] = asked as [{ readonly sql?: string }];
    if (task.sql !== undefined) given.add(task.sql);
    return run.apply(this, asked);
  };
  afterAll(() => {
    Tinypool.prototype.run = run;
  });
  return given;
}

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

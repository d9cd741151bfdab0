import SQLite, { type Statement } from 'better-sqlite3';

/** A statement as it was run. */
export interface Run {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

const runs: Run[] = [];

/** From now on every statement of this process that is prepared is noted when it runs. */
export function captureStatements(): void {
  const { prepare } = SQLite.prototype;
  SQLite.prototype.prepare = function (this: SQLite.Database, sql: string) {
    const statement = prepare.call(this, sql) as Statement;
    for (const name of ['all', 'get', 'run'] as const) {
      const method = statement[name].bind(statement);
      statement[name] = ((...parameters: unknown[]) => {
        // A prepared write passes its parameters as one list.
        runs.push({ sql, parameters: parameters.flat() });
        return method(...parameters);
      }) as never;
    }
    return statement;
  } as never;
}

/** The statements that run during the work. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Run[]> {
  runs.length = 0;
  await work();
  return [...runs];
}

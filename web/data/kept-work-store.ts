import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Work of a person that this browser keeps until the workspace has answered it. */
export interface Kept<Input> {
  readonly key: string;
  readonly by: string | undefined;
  /** When it was given, in milliseconds. Earlier work is done first. */
  readonly at: number;
  readonly input: Input;
  /** The request as it was sent with this key. It is sent again unchanged, so that it arrives once. */
  readonly sent?: object | undefined;
  /** It was answered while no page could show it. The person has to decide. */
  readonly isLeft?: boolean;
}

interface Schema extends DBSchema {
  work: { key: string; value: Kept<unknown> };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;
const database = () =>
  (opened ??= openDB<Schema>('workspace.work', 1, {
    upgrade: (db) => void db.createObjectStore('work', { keyPath: 'key' }),
  }));

/** Where this browser keeps work. A page that may keep nothing has a database that fails. */
export const keptWork = {
  all: async <Input>() => (await (await database()).getAll('work')) as Kept<Input>[],
  get: async <Input>(key: string) => (await (await database()).get('work', key)) as Kept<Input> | undefined,
  put: async (kept: Kept<unknown>): Promise<void> => void (await (await database()).put('work', kept)),
  drop: async (key: string): Promise<void> => {
    await database()
      .then((db) => db.delete('work', key))
      .catch(() => {});
  },
  /** Nothing is left for the next person who signs in with this browser. */
  wipe: async (): Promise<void> => (await database()).clear('work'),
};

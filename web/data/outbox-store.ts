import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { OutboxEntry } from './outbox-entry.ts';

interface Schema extends DBSchema {
  entries: { key: string; value: OutboxEntry };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

const database = () =>
  (opened ??= openDB<Schema>('workspace.outbox', 1, {
    upgrade: (db) => void db.createObjectStore('entries', { keyPath: 'key' }),
  }));

/** Words that wait to be sent, kept over reloads and closed tabs. */
export const outboxStore = {
  all: async (): Promise<OutboxEntry[]> => (await database()).getAll('entries'),
  has: async (key: string): Promise<boolean> => (await (await database()).getKey('entries', key)) !== undefined,
  put: async (entry: OutboxEntry): Promise<unknown> => (await database()).put('entries', entry),
  wipe: async (): Promise<void> => (await database()).clear('entries'),
  remove: async (key: string): Promise<void> => (await database()).delete('entries', key),
};

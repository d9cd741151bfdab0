import { type DBSchema, type IDBPDatabase, openDB } from 'idb';

/** Names a draft. Each person has one of each thing and base. */
export interface DraftKey {
  /** The ID of the user who writes. */
  readonly by: string;
  readonly kind: 'document' | 'sheet' | 'message';
  /** The ID of what is written, or of the place of something new. */
  readonly of: string;
  /** The version that the draft changes; something new has another name of its own, or none. */
  readonly base: string;
}

/** Something unfinished, kept in this browser. */
export interface Draft<Content> extends DraftKey {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly content: Content;
}

type Keyed = [by: string, kind: string, of: string, base: string];

interface Schema extends DBSchema {
  drafts: { key: Keyed; value: Draft<unknown> };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

const database = () =>
  (opened ??= openDB<Schema>('workspace.drafts', 1, {
    upgrade: (db) => void db.createObjectStore('drafts', { keyPath: ['by', 'kind', 'of', 'base'] }),
    terminated: () => (opened = undefined),
  }));

/** Tells the other tabs of this browser which drafts are kept or dropped. */
const tabs = new BroadcastChannel('workspace.drafts');

const keyOf = ({ by, kind, of, base }: DraftKey): Keyed => [by, kind, of, base];

/** Unfinished writing. It survives reloads and closed tabs, until its writer signs out. */
export const drafts = {
  read: async <Content>(key: DraftKey): Promise<Draft<Content> | undefined> =>
    (await (await database()).get('drafts', keyOf(key))) as Draft<Content> | undefined,

  /** Keeps it in place of the one before. Rejects if this browser keeps nothing. */
  keep: async <Content>(key: DraftKey, content: Content): Promise<Draft<Content>> => {
    const { by, kind, of, base } = key;
    const draft = { by, kind, of, base, at: Date.now(), content };
    const transaction = (await database()).transaction('drafts', 'readwrite');
    const put = transaction.store.put(draft);
    // The browser would wait for this page to commit, which may be left in the next moment.
    transaction.commit();
    await Promise.all([put, transaction.done]);
    tabs.postMessage(keyOf(draft));
    return draft;
  },

  /** Removes it. With `at` it stays if another page has kept a later one. */
  drop: async (key: DraftKey, at = Number.POSITIVE_INFINITY): Promise<void> => {
    const { store, done } = (await database()).transaction('drafts', 'readwrite');
    const kept = await store.get(keyOf(key));
    const isDropped = kept && kept.at <= at;
    if (isDropped) await store.delete(keyOf(key));
    await done;
    if (isDropped) tabs.postMessage(keyOf(key));
  },

  /** All drafts of a thing, on whatever base, the newest first. */
  list: async <Content>({ by, kind, of }: Omit<DraftKey, 'base'>): Promise<Draft<Content>[]> => {
    // An array is behind every text, so this range holds all bases.
    const range = IDBKeyRange.bound([by, kind, of], [by, kind, of, []]);
    const found = (await (await database()).getAll('drafts', range)) as Draft<Content>[];
    return found.toSorted((a, b) => b.at - a.at);
  },

  /** Calls back when another tab keeps or drops this draft. */
  follow: (key: () => DraftKey, changed: () => void): (() => void) => {
    const hear = ({ data }: MessageEvent<Keyed>) => data.join() === keyOf(key()).join() && changed();
    tabs.addEventListener('message', hear);
    return () => tabs.removeEventListener('message', hear);
  },

  /** Forgets the drafts of everybody who wrote in this browser. */
  wipe: async (): Promise<void> => (await database()).clear('drafts'),
};

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

/** The end of a draft, or a new text of it. One that is replaced is stored by now, or goes on in another draft. */
export type Happened = 'kept' | 'dropped' | 'replaced';

interface Schema extends DBSchema {
  drafts: { key: Keyed; value: Draft<unknown> };
}

interface News {
  readonly key: Keyed;
  readonly happened: Happened;
}

type Database = IDBPDatabase<Schema>;

let opening: Promise<Database> | undefined;
let opened: Database | undefined;

const forget = () => (opening = opened = undefined);

/** A browser that refused once is asked again the next time. */
const database = (): Promise<Database> =>
  (opening ??= openDB<Schema>('workspace.drafts', 1, {
    upgrade: (db) => void db.createObjectStore('drafts', { keyPath: ['by', 'kind', 'of', 'base'] }),
    terminated: forget,
  }).then(
    (db) => (opened = db),
    (error: unknown) => {
      forget();
      throw error;
    },
  ));

/** Tells the other tabs of this browser what becomes of drafts. */
const tabs = new BroadcastChannel('workspace.drafts');

/** Nothing is kept any more of a person who has signed out. */
let isOver = false;
const signedOut = 'signed out';
tabs.addEventListener('message', ({ data }) => data === signedOut && (isOver = true));

const keyOf = ({ by, kind, of, base }: DraftKey): Keyed => [by, kind, of, base];

const say = (key: DraftKey, happened: Happened): void => tabs.postMessage({ key: keyOf(key), happened } satisfies News);

let lastAt = 0;
/** Later than every time before, whatever becomes of the clock. */
const now = (): number => (lastAt = Math.max(Date.now(), lastAt + 1));

/** Unfinished writing. It survives reloads and closed tabs, until its writer signs out. */
export const drafts = {
  read: async <Content>(key: DraftKey): Promise<Draft<Content> | undefined> =>
    (await (await database()).get('drafts', keyOf(key))) as Draft<Content> | undefined,

  /**
   * Keeps it in place of the one before, and removes `instead` in the same act. In an open database all is on its way
   * when this returns, so a page may be left at once. Rejects if this browser keeps nothing.
   */
  keep: async <Content>(key: DraftKey, content: Content, instead?: DraftKey): Promise<Draft<Content>> => {
    const { by, kind, of, base } = key;
    const draft = { by, kind, of, base, at: now(), content };
    if (isOver) throw new Error('Its writer has signed out.');
    const transaction = (opened ?? (await database())).transaction('drafts', 'readwrite');
    const work: Promise<unknown>[] = [transaction.store.put(draft), transaction.done];
    if (instead) work.push(transaction.store.delete(keyOf(instead)));
    // The browser would wait for this page to commit.
    transaction.commit();
    await Promise.all(work);
    say(draft, 'kept');
    if (instead) say(instead, 'replaced');
    return draft;
  },

  /** Removes it. With `at` it stays if another page has kept a later one. */
  drop: async (key: DraftKey, at = Number.POSITIVE_INFINITY, happened: Happened = 'dropped'): Promise<void> => {
    const { store, done } = (opened ?? (await database())).transaction('drafts', 'readwrite');
    const kept = await store.get(keyOf(key));
    const isDropped = kept && kept.at <= at;
    if (isDropped) await store.delete(keyOf(key));
    await done;
    if (isDropped) say(key, happened);
  },

  /** How many this browser keeps, whoever wrote them. */
  count: async (): Promise<number> => (await database()).count('drafts'),

  /** All drafts of a thing, on whatever base, the newest first. */
  list: async <Content>({ by, kind, of }: Omit<DraftKey, 'base'>): Promise<Draft<Content>[]> => {
    // An array is behind every text, so this range holds all bases.
    const range = IDBKeyRange.bound([by, kind, of], [by, kind, of, []]);
    const found = (await (await database()).getAll('drafts', range)) as Draft<Content>[];
    return found.toSorted((a, b) => b.at - a.at);
  },

  /** Calls back when another tab keeps, drops or replaces a draft of this thing. */
  follow: (of: Omit<DraftKey, 'base'>, heard: (base: string, happened: Happened) => void): (() => void) => {
    const hear = ({ data }: MessageEvent<News | typeof signedOut>) => {
      if (data === signedOut) return;
      const [by, kind, thing, base] = data.key;
      if (by === of.by && kind === of.kind && thing === of.of) heard(base, data.happened);
    };
    tabs.addEventListener('message', hear);
    return () => tabs.removeEventListener('message', hear);
  },

  /** Forgets the drafts of everybody who wrote in this browser. Its open pages keep no more. */
  wipe: async (): Promise<void> => {
    isOver = true;
    tabs.postMessage(signedOut);
    await (await database()).clear('drafts');
  },
};

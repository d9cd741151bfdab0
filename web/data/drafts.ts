import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB } from 'idb';

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

/** Drafts of a person: of all things, or of one. */
export type Whose = Pick<DraftKey, 'by'> & Partial<Pick<DraftKey, 'kind' | 'of'>>;

/** The draft that a page begins with, if there is one, and whether other tabs have drafts of the same. */
export interface Found<Content> {
  readonly draft: Draft<Content> | undefined;
  readonly isElsewhere: boolean;
}

type Keyed = [by: string, kind: string, of: string, base: string];

/** `kept`: it has a new text. `dropped`: it was given up. `replaced`: it is stored, or goes on in another draft. */
export type Happened = 'kept' | 'dropped' | 'replaced';

interface Schema extends DBSchema {
  drafts: { key: Keyed; value: Draft<unknown> };
}

interface News {
  readonly key: Keyed;
  readonly happened: Happened;
}

type Database = IDBPDatabase<Schema>;
type Store = IDBPObjectStore<Schema, ['drafts'], 'drafts', 'readwrite'>;

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

/**
 * A page that ends takes with it what waits in the database for another act. So a draft that is still on its way is left
 * in a place that takes it at once. The next page that reads drafts moves it.
 */
const leftAt = 'workspace.draft ';
interface Left {
  readonly draft: Draft<unknown>;
  readonly instead?: DraftKey | undefined;
}

const nameOf = (key: DraftKey): string => leftAt + JSON.stringify(keyOf(key));
const leftIn = (name: string): Left | undefined => JSON.parse(localStorage.getItem(name) ?? 'null') as Left | undefined;
const leftNames = (): string[] => Object.keys(localStorage).filter((name) => name.startsWith(leftAt));

const onTheirWay = new Set<Left>();
let isEnding = false;

function leave(left: Left): void {
  try {
    localStorage.setItem(nameOf(left.draft), JSON.stringify(left));
  } catch {
    // It is full. The database may still take the draft.
  }
}

addEventListener(
  'pagehide',
  () => {
    isEnding = true;
    if (!isOver) for (const left of onTheirWay) leave(left);
  },
  { capture: true },
);
addEventListener('pageshow', () => (isEnding = false));

/** Moves what pages have left into the database, unless newer words are there. */
async function takeUp(): Promise<void> {
  for (const name of leftNames()) {
    const left = leftIn(name);
    if (!left) continue;
    const { store, done } = (await database()).transaction('drafts', 'readwrite');
    const kept = await store.get(keyOf(left.draft));
    if (!kept || kept.at < left.draft.at) await put(store, left);
    await done;
    if (leftIn(name)?.draft.at === left.draft.at) localStorage.removeItem(name);
  }
}

const put = (store: Store, { draft, instead }: Left): Promise<unknown> =>
  Promise.all([store.put(draft), instead && store.delete(keyOf(instead))]);

const random = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

/** The name of this tab. It is kept over a reload, and a copy of the tab has the same. */
const tab = nameOfTab();
function nameOfTab(): string {
  const name = random();
  try {
    return (sessionStorage['workspace.tab'] ??= name) as string;
  } catch {
    return name;
  }
}

/** A name that no other page has. It begins with that of the tab. */
export const newPage = (): string => `${tab}/${random()}`;

/** The page that keeps a draft. */
export const pageOf = ({ base }: DraftKey): string | undefined => base.split(' ')[1];

/** The parameter of an address that opens the draft of that page. */
export const draftParameter = 'draft';
const isAskedFor = (draft: DraftKey): boolean =>
  pageOf(draft) === (new URLSearchParams(location.search).get(draftParameter) ?? '');

/** A tab holds a lock of each draft that it shows. Some pages have no locks. */
const locks = 'locks' in navigator ? navigator.locks : undefined;
const lockOf = (page: string): string => `workspace.draft ${page}`;

const lettingGoMs = 300;

async function letGo(draft: DraftKey, signal: AbortSignal): Promise<boolean> {
  const page = pageOf(draft);
  if (page === undefined || !(await drafts.isOpen(page))) return true;
  return drafts.closed(page, signal).then(
    () => true,
    () => false,
  );
}

const partsOf = ({ by, kind, of }: Whose): string[] => [by, kind, of].filter((part) => part !== undefined);

let lastAt = 0;
/** Later than every time before, whatever becomes of the clock. */
const now = (): number => (lastAt = Math.max(Date.now(), lastAt + 1));

/** Unfinished writing. It survives reloads and closed tabs, until its writer signs out. */
export const drafts = {
  read: async <Content>(key: DraftKey): Promise<Draft<Content> | undefined> => {
    await takeUp();
    return (await (await database()).get('drafts', keyOf(key))) as Draft<Content> | undefined;
  },

  /**
   * Keeps it in place of the one before, and removes `instead` in the same act. A page may be left in the next moment.
   * Rejects if this browser keeps nothing.
   */
  keep: async <Content>(key: DraftKey, content: Content, instead?: DraftKey): Promise<Draft<Content>> => {
    const { by, kind, of, base } = key;
    const draft = { by, kind, of, base, at: now(), content };
    if (isOver) throw new Error('Its writer has signed out.');
    const left = { draft, instead };
    if (isEnding) leave(left);
    onTheirWay.add(left);
    try {
      const transaction = (opened ?? (await database())).transaction('drafts', 'readwrite');
      const work = [put(transaction.store, left), transaction.done];
      // The browser would wait for this page to commit.
      transaction.commit();
      await Promise.all(work);
    } finally {
      onTheirWay.delete(left);
    }
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
    const left = leftIn(nameOf(key));
    if (left && left.draft.at <= at) localStorage.removeItem(nameOf(key));
    if (isDropped) say(key, happened);
  },

  /** Brings one back that was dropped, as it was. */
  putBack: async (draft: Draft<unknown>): Promise<void> => {
    await (await database()).put('drafts', draft);
    say(draft, 'kept');
  },

  /** How many this browser keeps, whoever wrote them. */
  count: async (): Promise<number> => {
    await takeUp();
    return (await database()).count('drafts');
  },

  /**
   * All of these drafts, on whatever base. One that the address asks for comes first, then those of this tab, the newest
   * first.
   */
  list: async <Content>(whose: Whose): Promise<Draft<Content>[]> => {
    await takeUp();
    const parts = partsOf(whose);
    // An array is behind every text, so this range holds all that begin alike.
    const found = await (await database()).getAll('drafts', IDBKeyRange.bound(parts, [...parts, []]));
    const rank = (draft: DraftKey) =>
      Number(isAskedFor(draft)) * 2 + Number(pageOf(draft)?.startsWith(`${tab}/`) ?? false);
    return (found as Draft<Content>[]).toSorted((a, b) => rank(b) - rank(a) || b.at - a.at);
  },

  /**
   * The draft that a page begins with. One that another tab has open belongs to that tab. A tab that ends lets go of its
   * drafts a moment later.
   */
  first: async <Content>(whose: Whose): Promise<Found<Content>> => {
    const all = await drafts.list<Content>(whose);
    const soon = AbortSignal.timeout(lettingGoMs);
    const isFree = await Promise.all(all.map((draft) => letGo(draft, soon)));
    return { draft: all.find((_, index) => isFree[index]), isElsewhere: isFree.includes(false) };
  },

  /** Calls back when another tab keeps, drops or replaces one of these drafts. */
  follow: (whose: Whose, heard: (base: string, happened: Happened) => void): (() => void) => {
    const parts = partsOf(whose);
    const hear = ({ data }: MessageEvent<News | typeof signedOut>) => {
      if (data === signedOut) return;
      if (parts.every((part, index) => part === data.key[index])) heard(data.key[3], data.happened);
    };
    tabs.addEventListener('message', hear);
    return () => tabs.removeEventListener('message', hear);
  },

  /** Says to other tabs that the drafts of these pages are open here, until it is called back. */
  hold: (pages: readonly (string | undefined)[]): (() => void) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const page of pages) if (page) void locks?.request(lockOf(page), { mode: 'shared' }, () => promise);
    return resolve;
  },

  /** Whether a tab shows the draft of that page. */
  isOpen: async (page: string): Promise<boolean> =>
    ((await locks?.query())?.held ?? []).some(({ name }) => name === lockOf(page)),

  /** Resolves once no tab shows it any more. Rejects when the signal gives up. */
  closed: async (page: string, signal: AbortSignal): Promise<void> => {
    await locks?.request(lockOf(page), { signal }, () => {});
  },

  /** Forgets the drafts of everybody who wrote in this browser. Its open pages keep no more. */
  wipe: async (): Promise<void> => {
    isOver = true;
    tabs.postMessage(signedOut);
    for (const name of leftNames()) localStorage.removeItem(name);
    await (await database()).clear('drafts');
  },
};

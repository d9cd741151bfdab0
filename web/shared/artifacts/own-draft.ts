import { type Draft, type DraftKey, drafts } from '../../data/drafts.ts';

/** The drafts of one page, of one thing. Drafts that other tabs keep of the same version stand beside them. */
export type OwnDraft<Content> = ReturnType<typeof ownDraft<Content>>;

/** The version that a draft changes, or the name of something new. */
export const versionOf = (base: string): string => base.split(' ', 1)[0]!;

/** Begins with the draft that was found, if there is one. */
export function ownDraft<Content>(of: Omit<DraftKey, 'base'>, found: DraftKey | undefined) {
  const kept = new Map<string, DraftKey & { readonly at?: number }>();
  if (found) kept.set(versionOf(found.base), found);
  let hasKept = false;
  let last: Promise<unknown> = Promise.resolve();
  /** One after the other, so that a page knows its own draft. */
  const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = last.then(work);
    last = turn.catch(() => {});
    return turn;
  };
  const keyOf = (version: string): DraftKey => kept.get(version) ?? { ...of, base: version };
  return {
    keyOf,
    /** Whether this page has kept words of its own. One that only shows a draft leaves it as it is. */
    hasKept: (): boolean => hasKept,
    keep: (version: string, content: Content): Promise<Draft<Content>> =>
      inTurn(async () => {
        const key = keyOf(version);
        const there = await drafts.read(key);
        const isOthers = there !== undefined && there.at !== kept.get(version)?.at;
        const draft = await drafts.keep(isOthers ? { ...key, base: `${version} ${slot()}` } : key, content);
        kept.set(version, draft);
        hasKept = true;
        return draft;
      }),
    drop: (version: string): Promise<void> =>
      inTurn(async () => {
        const own = kept.get(version);
        kept.delete(version);
        if (own) await drafts.drop(own, own.at);
      }),
    /** Calls back when another tab has kept or dropped the draft in the place of this one. */
    follow: (version: () => string, changed: () => void): (() => void) =>
      drafts.follow(() => keyOf(version()), changed),
  };
}

/** A name that no other page has. */
export const slot = (): string => crypto.getRandomValues(new Uint32Array(2)).join('-');

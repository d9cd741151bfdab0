import { type Draft, type DraftKey, drafts, newPage, pageOf } from '../../data/drafts.ts';

/** The draft of one page, of one thing. Other tabs keep drafts of their own beside it. */
export type OwnDraft<Content> = ReturnType<typeof ownDraft<Content>>;

/** The version that a draft changes, or the name of something new. */
export const versionOf = (base: string): string => base.split(' ', 1)[0]!;
interface Heard {
  /** Another tab has kept words of its own of the same thing. */
  readonly elsewhere?: () => void;
  /** Another tab has taken the draft away that this page says is kept. */
  readonly lost: () => void;
}

/** Begins with the draft that was found, if there is one. The first words of this page take its place. */
export function ownDraft<Content>(of: Omit<DraftKey, 'base'>, found: (DraftKey & { readonly at: number }) | undefined) {
  const page = newPage();
  let foundNow = found;
  let own: DraftKey | undefined;
  const nameOf = (version: string): DraftKey => ({ ...of, base: `${version} ${page}` });

  async function keep(version: string, content: Content): Promise<Draft<Content>> {
    const [before, key] = [own, nameOf(version)];
    own = key;
    try {
      const draft = await drafts.keep(key, content, before?.base === key.base ? undefined : before);
      await leaveFound('replaced');
      return draft;
    } catch (error) {
      if (own === key) own = before;
      throw error;
    }
  }

  /** A tab that wrote the found draft may have gone on with it. Newer words stay. */
  async function leaveFound(happened: 'replaced' | 'dropped'): Promise<void> {
    const left = foundNow;
    foundNow = undefined;
    if (left) await drafts.drop(left, left.at, happened);
  }

  return {
    keyOf: (version: string): DraftKey => own ?? foundNow ?? nameOf(version),
    /** Whether it is a draft of this page, or of the page whose words were found. */
    isOwn: (key: DraftKey): boolean => pageOf(key) === page || (found !== undefined && pageOf(key) === pageOf(found)),
    /** Keeps it in place of what this page kept before, on whatever version. */
    keep,
    /** Drops what this page keeps or found; with a version, only if it changes that one. */
    drop: async (version?: string): Promise<void> => {
      const isOn = (key: DraftKey | undefined) => version === undefined || versionOf(key?.base ?? '') === version;
      const dropped = isOn(own) ? own : undefined;
      if (dropped) {
        own = undefined;
        await drafts.drop(dropped);
      }
      if (isOn(foundNow)) await leaveFound('dropped');
    },
    /** Hears of the other tabs, and lets them know that the draft is open here. */
    follow: ({ elsewhere, lost }: Heard): (() => void) => {
      const stop = drafts.follow(of, (base, happened) => {
        if (happened === 'kept') elsewhere?.();
        else if (base === own?.base || (base === foundNow?.base && happened === 'dropped')) lost();
      });
      const close = drafts.hold([page, found && pageOf(found)]);
      return () => {
        stop();
        close();
      };
    },
  };
}

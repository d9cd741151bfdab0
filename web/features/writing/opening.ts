import { queryOptions } from '@tanstack/react-query';
import { cache } from '../../data/cache.ts';
import { type Draft, drafts, type Found } from '../../data/drafts.ts';
import { versionOf } from '../../shared/artifacts/own-draft.ts';
import { type Artifact, artifactQuery, versionQuery } from '../../shared/artifacts/queries.ts';
import { Conflict } from './parts.ts';
import { type Base, baseOf, type KeptWords } from './words.ts';

/** A writer begins with a version, and with the draft of it that this browser has kept. */
export interface Opening {
  readonly base: Base;
  readonly draft: Draft<KeptWords> | undefined;
  /** Another tab of this browser writes the same. */
  readonly isElsewhere?: boolean;
  /** The version that the draft stood beside, and what was written there. */
  readonly beside?: { readonly theirs: Artifact; readonly right: string } | undefined;
}

/** Read once for each visit. Changes of others come to the writer as such. */
export const openingQuery = (artifactId: string, by: string) =>
  queryOptions({
    queryKey: ['writing', artifactId, by],
    queryFn: async (): Promise<Opening & { readonly artifact: Artifact }> => {
      const artifact = await cache.fetchQuery({ ...artifactQuery(artifactId), staleTime: 0 });
      const { draft, isElsewhere } = await keptDraft(by, artifactId);
      if (!draft) return { artifact, base: baseOf(artifact), draft, isElsewhere };
      const baseAt = async (versionId: string): Promise<Base> =>
        baseOf(
          versionId === artifact.versionId ? artifact : await cache.fetchQuery(versionQuery(artifactId, versionId)),
        );
      const { title, beside } = draft.content;
      if (!beside || beside.versionId === artifact.versionId) {
        const base = await baseAt(versionOf(draft.base));
        if (beside) await Conflict.preload();
        return { artifact, base, draft, isElsewhere, beside: beside && { theirs: artifact, right: beside.text } };
      }
      // Another version has come since. The text on the right is a change of theirs.
      const content = { title, text: beside.text };
      return { artifact, base: await baseAt(beside.versionId), draft: { ...draft, content }, isElsewhere };
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** The same for a new document. A draft of one is written on. */
export const newQuery = (channelId: string, by: string) =>
  queryOptions({
    queryKey: ['writing', channelId, by],
    queryFn: async (): Promise<Opening> => {
      const { draft } = await keptDraft(by, channelId);
      return { base: { title: '', text: '' }, draft };
    },
    staleTime: 'static',
    gcTime: 0,
  });

/** A browser that keeps nothing has no drafts. */
const keptDraft = (by: string, of: string): Promise<Found<KeptWords>> =>
  drafts.first<KeptWords>({ by, kind: 'document', of }).catch(() => ({ draft: undefined, isElsewhere: false }));

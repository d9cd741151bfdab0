import type { SubjectType } from '../../schemas/discussions.ts';
import type { Mentions, Reaction } from '../../schemas/posts.ts';

/** Where something is said: in the feed of a channel, or in the discussion of something there. */
export interface Place {
  readonly channelId: string;
  readonly subject?: { readonly type: SubjectType; readonly id: string } | undefined;
}

type Words = { readonly body: string } & Partial<Mentions>;
export type Act =
  | ({ readonly kind: 'words' } & Words)
  | { readonly kind: 'removal'; readonly commentId?: string | undefined }
  | {
      readonly kind: 'reaction';
      readonly reaction: Reaction;
      readonly active: boolean;
      readonly commentId?: string | undefined;
    };

/** Something that a person said or did, on its way. Its key makes sure that it arrives once. */
export interface Said {
  readonly key: string;
  readonly by: string;
  readonly at: number;
  /** When it may be sent, in milliseconds since 1970. Until then it can be taken back. */
  readonly notBefore: number;
  readonly place: Place;
  readonly act: Act;
  readonly state: 'queued' | 'sending' | 'refused' | 'old';
  /** Why the workspace refused it. */
  readonly refusal?: string;
}

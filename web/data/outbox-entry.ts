import type { SubjectType } from '../../schemas/discussions.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { Mentions, Reaction } from '../../schemas/posts.ts';
import type { DraftKey } from './drafts.ts';

/** Where something is said: in the feed of a channel, or in the discussion of something there. */
export interface Place {
  /** Empty where something in no channel is written. */
  readonly channelId: string;
  readonly subject?: { readonly type: SubjectType; readonly id: string } | undefined;
}

type Words = { readonly body: string } & Partial<Mentions>;

/** The draft that a text was. It is dropped once the text is stored, unless it has changed since. */
interface Drafted {
  readonly draft: { readonly key: DraftKey; readonly at: number };
}

/** A new version of an artifact: only what changes. */
export type VersionAct = Drafted & {
  readonly kind: 'version';
  readonly artifactId: string;
  readonly expectedVersionId: string;
  readonly title?: string;
  readonly content?: string;
  /** In place of the content: bytes of the cited version that are replaced. */
  readonly splices?: { readonly start: number; readonly end: number; readonly text: string }[];
};

/** Boxes of tasks in a document, each by the byte of its mark. */
export interface TicksAct {
  readonly kind: 'ticks';
  readonly artifactId: string;
  readonly expectedVersionId: string;
  readonly ticks: readonly { readonly at: number; readonly isDone: boolean }[];
}

/** A new document or sheet. */
export type ArtifactAct = Drafted & {
  readonly kind: 'artifact';
  readonly type: 'markdown' | 'csv';
  readonly title: string;
  readonly content: string;
};

export type Act =
  | VersionAct
  | ArtifactAct
  | TicksAct
  | ({ readonly kind: 'words' } & Words)
  | { readonly kind: 'removal'; readonly commentId?: string | undefined }
  | {
      readonly kind: 'reaction';
      readonly reaction: Reaction;
      readonly active: boolean;
      readonly commentId?: string | undefined;
    };

/** Something that a person said or did, on its way. Its key makes sure that it arrives once. */
export interface OutboxEntry {
  readonly key: string;
  readonly by: string;
  readonly at: number;
  /** When it may be sent, in milliseconds since 1970. Until then it can be taken back. */
  readonly notBefore: number;
  readonly place: Place;
  readonly act: Act;
  readonly state: 'queued' | 'sending' | 'refused' | 'old';
  /** The ID of the post or comment that it became. It leaves the outbox soon. */
  readonly storedId?: string | undefined;
  /** Why the workspace refused it. */
  readonly refusal?: string;
  readonly code?: ErrorCode;
}

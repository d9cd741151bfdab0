import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';

export interface Question {
  /** The ID of a user. Users share processing time in turns. */
  readonly asker: string;
  /** 1 to 4,000 characters, as they were asked. */
  readonly text: string;
  readonly channelId?: string;
  /** Only together with a channel. */
  readonly viewId?: string;
  /** Earlier messages of the session, the oldest first. */
  readonly earlier: readonly { readonly role: 'user' | 'assistant'; readonly body: string }[];
}

/**
 * Answers a question only through the operations that the asker may use. Data that the asker may not read therefore
 * cannot reach an answer. It abstains (`confidence: none`) rather than guesses. Rejects when the signal aborts.
 */
export type Answerer = (question: Question, workspace: Workspace, signal: AbortSignal) => Promise<Answer>;

import type { Workspace } from '../../schemas/index.ts';
import type { Answer } from '../../schemas/queries.ts';

export interface Question {
  /** The ID of a user, for whom it is answered in turns with others. */
  readonly asker: string;
  /** 1 to 4,000 characters, as they were asked. */
  readonly text: string;
  readonly channelId?: string;
  /** Only together with a channel. */
  readonly viewId?: string;
  /** What was said before in the session, the oldest first. */
  readonly earlier: readonly { readonly role: 'user' | 'assistant'; readonly body: string }[];
}

/**
 * Answers a question through the operations that the asker may use, and through nothing else: so what the asker may not
 * read cannot reach an answer. It abstains (`confidence: none`) rather than guesses. Rejects when the signal aborts.
 */
export type Answerer = (question: Question, workspace: Workspace, signal: AbortSignal) => Promise<Answer>;

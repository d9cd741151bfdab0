import type { Channel } from '../../../schemas/channels.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import type { Answer } from '../../../schemas/queries.ts';
import type { Question } from '../answerer.ts';
import type { Bounds } from './bounds.ts';
import type { Evidence } from './evidence.ts';
import type { Marking } from './marking.ts';

/** The context that the tools of one question share. */
export interface Desk {
  readonly question: Question;
  readonly workspace: Workspace;
  /** The channel of the question, if any. */
  readonly channel: Channel | undefined;
  /** Such as 2026-11-21. */
  readonly today: string;
  readonly marking: Marking;
  readonly evidence: Evidence;
  readonly bounds: Bounds;
  /** Takes the verified answer and ends the question. */
  readonly accept: (answer: Answer) => void;
}

/** The channel that a tool may use. A question asked in a channel is answered only from it. */
export function channelIn({ channel }: Desk, asked: string): string {
  if (channel === undefined || asked === channel.id || asked === channel.slug) return asked;
  throw invalidRequest('/channelId', `must be ${channel.id}, because the question is asked in this channel`);
}

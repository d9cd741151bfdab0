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
  /** The channel that the question is asked in, if it is. */
  readonly channel: Channel | undefined;
  /** Such as 2026-11-21. */
  readonly today: string;
  readonly marking: Marking;
  readonly evidence: Evidence;
  readonly bounds: Bounds;
  /** Takes the answer that has been verified: the question is done. */
  readonly accept: (answer: Answer) => void;
}

/** A question that is asked in a channel is answered from it. */
export function channelIn({ channel }: Desk, asked: string): string {
  if (channel === undefined || asked === channel.id || asked === channel.slug) return asked;
  throw invalidRequest('/channelId', `must be ${channel.id}, for the question is asked in this channel`);
}

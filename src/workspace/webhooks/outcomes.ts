import { limits } from '../../../schemas/limits.ts';
import type { DueWebhook, Kept } from './webhooks-sql.ts';

const firstRetryMs = 250;

/** The new state of a webhook whose receiver answered, or did not in time. */
export function afterAnswer(
  { failures, failingSince = Date.now() }: DueWebhook,
  nextCursor: string,
  answer: Response | undefined,
  isOverrun: boolean,
): Kept {
  const now = new Date();
  if (answer?.ok)
    return { cursor: nextCursor, ...inOrder, delivered_at: now.toISOString(), tried_at: now.toISOString() };
  const problem = answer ? `It answered ${answer.status}.` : isOverrun ? tooSlow : unreachable;
  if (answer?.status === 410) return afterRefusal(problem);
  if (now.getTime() - failingSince > limits.webhookFailingSeconds * 1_000) return afterRefusal(problem);
  return {
    failures: failures + 1,
    failing_since: failingSince,
    problem,
    tried_at: now.toISOString(),
    next_try_at: now.getTime() + Math.max(waitAfter(failures), askedWait(answer)),
  };
}

/** The webhook waits until its owner resumes it. */
export function afterRefusal(problem: string): Kept {
  const now = new Date().toISOString();
  return { problem, stopped_at: now, tried_at: now };
}

const inOrder = { failures: 0, failing_since: null, problem: null, next_try_at: 0 };

/** Twice as long after each failure, with a fifth of it left to chance. */
const waitAfter = (failures: number) =>
  Math.min(firstRetryMs * 2 ** failures, limits.webhookRetrySecondsMost * 1_000) * (0.9 + Math.random() / 5);

/** The receiver may ask for time (RFC 9110, 10.2.3). */
function askedWait(answer: Response | undefined): number {
  const seconds = Number(answer?.headers.get('retry-after') ?? 0);
  return seconds > 0 ? Math.min(seconds, limits.webhookRetrySecondsMost) * 1_000 : 0;
}

const tooSlow = `It gave no answer within ${limits.webhookSeconds} s.`;
const unreachable = 'It could not be reached.';

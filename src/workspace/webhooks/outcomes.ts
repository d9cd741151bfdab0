import { limits } from '../../../schemas/limits.ts';
import type { DueWebhook, Kept } from './webhooks-sql.ts';

const firstRetryMs = 250;

/** The new state of a webhook whose receiver took a page. */
export function afterDelivery(cursor: string, time: number): Kept {
  const now = timeAt(time);
  return { cursor, failures: 0, failing_since: null, problem: null, next_try_at: 0, delivered_at: now, tried_at: now };
}

/** The same after a refusal. 410 says that the receiver is gone for good. */
export const afterRefusal = (webhook: DueWebhook, { status, headers }: Response, time: number): Kept =>
  status === 410
    ? stopped(`It answered ${status}.`, time)
    : afterFailure(webhook, `It answered ${status}.`, time, askedWait(headers.get('retry-after')));

/** The same after another failure. The webhook is tried again, unless it has failed for too long. */
export function afterFailure(webhook: DueWebhook, problem: string, time: number, askedMs = 0): Kept {
  const { failures, failingSince = time } = webhook;
  if (time - failingSince > limits.webhookFailingSeconds * 1_000) return stopped(problem, time);
  return {
    failures: failures + 1,
    failing_since: failingSince,
    problem,
    tried_at: timeAt(time),
    next_try_at: time + Math.round(Math.max(waitAfter(failures), askedMs)),
  };
}

/** The webhook waits until its owner resumes it. */
export function stopped(problem: string, time: number): Kept {
  const now = timeAt(time);
  return { problem, stopped_at: now, tried_at: now };
}

const timeAt = (time: number): string => new Date(time).toISOString();

const mostMs = limits.webhookRetrySecondsMost * 1_000;

/** Twice as long after each failure, with a fifth of it left to chance. */
const waitAfter = (failures: number) => Math.min(firstRetryMs * 2 ** failures, mostMs) * (0.9 + Math.random() / 5);

/** The time that a receiver asks for, as seconds or a date (RFC 9110, 10.2.3). */
function askedWait(header: string | null): number {
  if (header === null) return 0;
  const ms = /^\d+$/.test(header) ? Number(header) * 1_000 : Date.parse(header) - Date.now();
  return ms > 0 ? Math.min(ms, mostMs) : 0;
}

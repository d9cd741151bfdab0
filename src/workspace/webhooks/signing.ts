import { createHmac, hash } from 'node:crypto';
import type { ActivityItem } from '../../../schemas/activity.ts';

export interface Message {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * A delivery as Standard Webhooks 1.0 has it. Its ID is made of what it says, so an equal delivery that is sent again
 * has the same one.
 */
export function messageOf(webhook: { readonly id: string; readonly secret: string }, items: ActivityItem[]): Message {
  const now = new Date();
  const data = { webhookId: webhook.id, items };
  const id = `msg_${hash('sha256', JSON.stringify(data), 'base64url')}`;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const body = JSON.stringify({ type: 'activity', timestamp: now.toISOString(), data });
  const signature = createHmac('sha256', keyOf(webhook.secret)).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'user-agent': 'workspace-mcp',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  };
}

const keyOf = (secret: string) => Buffer.from(secret.replace(/^whsec_/, ''), 'base64');

import * as z from 'zod';
import { ActivityType } from './activity.ts';
import { ChannelId, jsonArray, listOf, pageInput, pageOutput, Timestamp } from './common.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';

const WebhookState = z.enum(['active', 'failing', 'stopped']);

/** An address that a gateway sends the activity to that its owner may see. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  channelId: z.string().optional().describe('Only changes that the readers of this channel see'),
  types: z.array(ActivityType).optional().describe('Only changes of these types'),
  state: WebhookState.describe('failing: it is tried again at nextTryAt; stopped: it waits until it is resumed'),
  createdAt: Timestamp,
  deliveredAt: Timestamp.optional().describe('When the receiver last took a delivery'),
  triedAt: Timestamp.optional().describe('When the last delivery was tried'),
  nextTryAt: Timestamp.optional(),
  problem: z.string().optional().describe('The problem of the last delivery'),
});
export type Webhook = z.infer<typeof Webhook>;

const WebhookId = z.string().min(1).max(limits.identifier).describe('Webhook ID');

const address = 'must be an https or http address without user name, password or fragment';

const isAddress = (url: string): boolean => {
  if (!URL.canParse(url)) return false;
  const { protocol, username, password, hash } = new URL(url);
  return /^https?:$/.test(protocol) && username === '' && password === '' && hash === '';
};

export const webhooks = {
  list: operation({
    summary: "One's own webhooks, in the order in which they were added",
    scope: 'workspace.read',
    http: 'GET /api/workspace/me/webhooks',
    input: () => z.strictObject(pageInput),
    output: () => z.object({ webhooks: z.array(Webhook), ...pageOutput }),
  }),
  add: operation({
    summary: 'Have the activity that the caller may see sent to an address, from now on',
    scope: 'workspace.write',
    http: 'POST /api/workspace/me/webhooks',
    problems: ['forbidden'],
    status: 201,
    location: '/api/workspace/me/webhooks/{id}',
    example: { url: 'https://hooks.example.com/workspace', channelId: 'sales', types: ['post', 'record'] },
    input: () =>
      z.strictObject({
        url: z
          .string()
          .max(limits.webhookUrl, `must have at most ${limits.webhookUrl} characters`)
          .refine(isAddress, address)
          .describe('Address of the receiver, on a host that the operator allows'),
        channelId: ChannelId.optional().describe('Only changes that the readers of this channel see'),
        types: jsonArray(listOf(ActivityType, ActivityType.options.length)).optional().describe('Default: all'),
      }),
    output: () =>
      z.object({
        webhook: Webhook,
        secret: z.string().describe('Signs each delivery (Standard Webhooks). It is answered here alone.'),
      }),
  }),
  get: operation({
    summary: "One of one's own webhooks, and how its deliveries stand",
    scope: 'workspace.read',
    http: 'GET /api/workspace/me/webhooks/{webhookId}',
    input: () => z.strictObject({ webhookId: WebhookId }),
    output: () => z.object({ webhook: Webhook }),
  }),
  resume: operation({
    summary: 'Deliver again, at once, from where a webhook fails or has stopped',
    scope: 'workspace.write',
    http: 'PUT /api/workspace/me/webhooks/{webhookId}/deliveries',
    problems: ['forbidden'],
    input: () => z.strictObject({ webhookId: WebhookId }),
    output: () => z.object({ webhook: Webhook }),
  }),
  remove: operation({
    summary: "Remove one of one's own webhooks; harmless to repeat",
    scope: 'workspace.write',
    http: 'DELETE /api/workspace/me/webhooks/{webhookId}',
    input: () => z.strictObject({ webhookId: WebhookId }),
    output: () => z.object({ deleted: z.literal(true) }),
  }),
};

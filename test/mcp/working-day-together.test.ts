import { expect, test } from 'vitest';
import { startHttpHost } from '../support/http-hosts.ts';
import { sharedGateway } from '../support/rest.ts';
import { expectToldInReadme, Task } from '../support/task.ts';

/** Agents of three people, each with the default tools alone. */
const will = 'will@workspace.test';
const rita = 'rita@workspace.test';
const gateway = sharedGateway({ email: will, name: 'Will Ortega' }, { email: rita, name: 'Rita Kern' });
const agentOf = (email?: string) =>
  startHttpHost(`${gateway.url}/mcp`, (email === undefined ? gateway.admin : gateway.as(email)).token!);

interface Item {
  readonly kind: string;
  readonly id: string;
  readonly text: string;
  readonly channel: { readonly id: string };
}

const unseen = { unseen: true, limit: 5 };

test('a decision that mentions two people by name is found by both in their inbox', async () => {
  const task = new Task();
  const body = 'We open in May, @Will Ortega and @Rita Kern.';
  const { post } = await task.done(await agentOf(), 'workspace_post_create', { channelId: 'general', body });
  for (const email of [will, rita]) {
    const { items } = await task.done(await agentOf(email), 'workspace_inbox', unseen);
    expect(items).toMatchObject([{ kind: 'mention', id: post.id, text: body }]);
  }
  await expectToldInReadme('a decision posted with two mentions, found in both inboxes', task);
});

test('work handed to a second agent is found through the inbox alone and done, in three calls', async () => {
  const [first, second] = [await agentOf(), await agentOf(will)];
  const task = new Task();
  const order = { channelId: 'general', body: '@Will Ortega Please count the seals.' };
  const { post } = await task.done(first, 'workspace_post_create', order);

  const { items } = await task.done(second, 'workspace_inbox', unseen);
  const [item] = items as unknown as readonly Item[];
  expect(item).toMatchObject({ kind: 'mention', id: post.id, text: order.body });
  const done = { channelId: item!.channel.id, replyTo: item!.id, body: 'Seven.' };
  const { reply } = await task.done(second, 'workspace_post_create', done);

  await expectToldInReadme('work handed to a second agent, found in the inbox and done', task);
  const answers = await first.done('workspace_inbox', { kinds: ['reply'] });
  expect(answers.items).toMatchObject([{ kind: 'reply', id: reply.id, text: 'Seven.' }]);
});

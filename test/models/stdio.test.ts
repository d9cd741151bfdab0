import { expect, onTestFinished, test } from 'vitest';
import { connectHost } from '../support/hosts.ts';
import { answers, calls, scriptedModel, status } from '../support/models.ts';
import { notAnswered } from '../support/modelled.ts';
import { temporaryFolder } from '../support/product.ts';

const model = scriptedModel();

test('over stdio a model answers too, and nothing but messages is said', async () => {
  const host = await connectHost(await temporaryFolder(), ['--model', 'scripted', '--model-url', model.url]);
  onTestFinished(() => host.client.close());
  model.follow(calls('list_channels'), answers({ text: 'Nothing.', confidence: 'none' }));
  const ask = async () => (await host.done('workspace_query_ask', { question: 'Anything?', waitSeconds: 30 })).query;
  expect(await ask()).toMatchObject({ status: 'completed', answer: 'Nothing.' });
  expect(model.asked[0]!.headers).not.toHaveProperty('authorization', expect.stringMatching(/Bearer ./));
  expect(host.log()).toBe('');
  model.follow(status(401));
  expect((await ask()).answer).toContain(notAnswered);
  expect(host.log()).toMatch(/"reason":"refused","status":401/);
});

import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { connectHost } from '../support/hosts.ts';
import { answers, calls, scriptedModel, status } from '../support/models.ts';
import { notAnswered } from '../support/modelled.ts';
import { temporaryFolder } from '../support/product.ts';

afterEach(() => vi.unstubAllEnvs());

const model = scriptedModel();
/** The library warns that it can write fewer tokens than it may. */
const warnedOf = 'claude-3-haiku-20240307';

test.each([
  ['without a key', 'scripted'],
  ['that the library warns of', `anthropic:${warnedOf}`],
])('over stdio a model %s answers too, and nothing but messages is said', async (_which, name) => {
  const host = await connectHost(await temporaryFolder(), ['--model', name, '--model-url', model.url]);
  onTestFinished(() => host.client.close());
  model.follow(calls('list_channels'), answers({ text: 'Nothing.', confidence: 'none' }));
  const ask = async () => (await host.done('workspace_query_ask', { question: 'Anything?', waitSeconds: 30 })).query;
  expect(await ask()).toMatchObject({ status: 'completed', answer: 'Nothing.' });
  expect(model.asked[0]!.headers).not.toHaveProperty('authorization');
  expect(host.log()).toBe('');
  model.follow(status(401));
  expect((await ask()).answer).toContain(notAnswered);
  expect(host.log()).toMatch(/"reason":"refused","status":401/);
});

import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { scriptedModel } from '../support/models.ts';
import { givesIn } from '../support/modelled.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { answerTo } from '../support/questions.ts';
import { accountAt } from '../support/rest.ts';

afterEach(() => vi.unstubAllEnvs());

const model = scriptedModel();

/** A proxy that leads everything to the scripted model, and notes where it should have gone. */
async function proxyToModel() {
  const wanted: string[] = [];
  const proxy = createServer().on('connect', ({ url }, socket) => {
    wanted.push(url!);
    const inner = connect(Number(new URL(model.url).port), '127.0.0.1');
    socket.write('HTTP/1.1 200 Connected\r\n\r\n');
    socket.pipe(inner).pipe(socket);
  });
  await once(proxy.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void proxy.close());
  return { wanted, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

test('OpenAI itself is told the limit of tokens by the name that its newer models take', async () => {
  const proxy = await proxyToModel();
  vi.stubEnv('NODE_USE_ENV_PROXY', '1');
  vi.stubEnv('HTTP_PROXY', proxy.url);
  vi.stubEnv('WORKSPACE_MODEL_KEY', 'key');
  const folder = await temporaryFolder();
  const { url } = await startGateway(folder, '--model', 'm', '--model-url', 'http://api.openai.com/v1');
  model.follow(givesIn);
  expect((await answerTo(accountAt(url, await accessToken(folder)), 'Anything?')).answer).toBe('I give in.');
  expect(proxy.wanted).toEqual(['api.openai.com:80']);
  expect(model.asked[0]!.body).toMatchObject({ max_completion_tokens: limits.modelTokens });
  expect(model.asked[0]!.body).not.toHaveProperty('max_tokens');
});

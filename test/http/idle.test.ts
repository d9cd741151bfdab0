import { afterEach, expect, test, vi } from 'vitest';
import { patience } from '../support/patience.ts';
import { accessToken, startGateway, stop, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';

afterEach(() => vi.unstubAllEnvs());

/**
 * Watches a process from its start. At its end it prints the parts of Node that load on their first use and were used.
 */
const watch = `
  const used = new Set();
  globalThis.Intl = new Proxy(Intl, { get: (all, name) => (used.add('Intl'), all[name]) });
  process.on('exit', () => {
    if (process.moduleLoadList.includes('NativeModule internal/deps/undici/undici')) used.add('fetch');
    if (Symbol.for('undici.globalDispatcher.2') in globalThis) used.add('undici');
    process.stderr.write(JSON.stringify({ used: [...used] }) + '\\n');
  });
`;

test('an idle gateway holds neither the tables of Intl nor fetch, which are eight MiB, nor undici', async () => {
  const folder = await temporaryFolder();
  const token = await accessToken(folder);
  vi.stubEnv('NODE_OPTIONS', `--import=data:text/javascript,${encodeURIComponent(watch)}`);
  const gateway = await startGateway(folder);
  const { status } = await accountAt(gateway.url, token).call('GET /artifacts');
  await stop(gateway.process);
  expect(status).toBe(200);
  await vi.waitFor(() => expect(gateway.log().trimEnd().split('\n').at(-1)).toBe('{"used":[]}'), patience);
});

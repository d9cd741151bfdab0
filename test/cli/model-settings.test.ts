import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { refusedServe, startGateway, temporaryFolder } from '../support/product.ts';

afterEach(() => vi.unstubAllEnvs());

const url = 'http://127.0.0.1:9/v1';
const key = 'planted-key';

/** The mistakes that `workspace serve` reports in these variables before it ends. */
async function mistakes(variables: Record<string, string>): Promise<string[]> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(`WORKSPACE_${name}`, value);
  const { status, stderr } = await refusedServe('--data', await temporaryFolder(), '--port', '0');
  expect(status).toBe(1);
  expect(stderr).not.toContain(key);
  return stderr.trimEnd().split('\n');
}

test.each<[variables: Record<string, string>, said: (string | RegExp)[]]>([
  [{ MODEL: 'm' }, [/^--model-url \(WORKSPACE_MODEL_URL\) must say where the model is/]],
  [{ MODEL: 'anthropic:m' }, [/^WORKSPACE_MODEL_KEY or --model-key-file \(WORKSPACE_MODEL_KEY_FILE\) must be given/]],
  [{ MODEL: 'anthropic:', MODEL_URL: url }, [/^--model \(WORKSPACE_MODEL\) must be the name of a model/]],
  [{ MODEL: 'two words', MODEL_URL: url }, [/^--model \(WORKSPACE_MODEL\) must be the name of a model/]],
  [{ MODEL: 'm'.repeat(limits.modelName + 1), MODEL_URL: url }, [/^--model \(WORKSPACE_MODEL\)/]],
  [{ MODEL_URL: url }, [/^--model \(WORKSPACE_MODEL\) must name the model/]],
  [{ MODEL: 'm', MODEL_URL: 'ftp://here' }, [/^--model-url \(WORKSPACE_MODEL_URL\) must be an http or https URL/]],
  [
    { MODEL: 'm', MODEL_URL: `http://me:${key}@here` },
    [/^--model-url \(WORKSPACE_MODEL_URL\) must have no credentials/],
  ],
  [{ MODEL: 'm', MODEL_URL: `${url}?key=${key}` }, [/^--model-url \(WORKSPACE_MODEL_URL\) must have no credentials/]],
  [{ MODEL: 'm', MODEL_URL: url, MODEL_KEY: `${key} x` }, [/^WORKSPACE_MODEL_KEY must be/]],
  [{ MODEL: 'm', MODEL_URL: url, MODEL_KEY: key.padEnd(limits.modelKey + 1, 'x') }, [/^WORKSPACE_MODEL_KEY must be/]],
  [
    { MODEL: 'm', MODEL_URL: url, MODEL_KEY_FILE: '/nowhere/key' },
    [/^--model-key-file \(WORKSPACE_MODEL_KEY_FILE\) must name a file/],
  ],
  [
    { MODEL: 'two words', MODEL_URL: 'here', MODEL_KEY: `${key}\n` },
    [/^--model /, /^--model-url /, /^WORKSPACE_MODEL_KEY /],
  ],
])('%j is told before anything starts', async (variables, said) => {
  const lines = await mistakes(variables);
  expect(lines.sort()).toEqual(said.map((line) => expect.stringMatching(line)));
});

test('a key is given once', async () => {
  const file = join(await temporaryFolder(), 'key');
  await writeFile(file, key);
  const lines = await mistakes({ MODEL: 'm', MODEL_URL: url, MODEL_KEY: key, MODEL_KEY_FILE: file });
  expect(lines).toEqual([
    expect.stringMatching(/^--model-key-file \(WORKSPACE_MODEL_KEY_FILE\) must not be given together/),
  ]);
});

test('a key is not taken as an argument, which every user of the machine sees', async () => {
  const { status, stderr } = await refusedServe('--data', await temporaryFolder(), '--model-key', key);
  expect(status).toBe(2);
  expect(stderr).toMatch(/unknown option '--model-key'/);
});

test('the longest name and key start', async () => {
  vi.stubEnv('WORKSPACE_MODEL', 'm'.repeat(limits.modelName));
  vi.stubEnv('WORKSPACE_MODEL_KEY', 'k'.repeat(limits.modelKey));
  const { url: gateway } = await startGateway(await temporaryFolder(), '--model-url', url);
  expect((await fetch(`${gateway}/health`)).status).toBe(200);
});

import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { accessToken, listening, spawnGateway, stop } from '../support/product.ts';
import { startFixtureGateway } from './fixture-gateway.ts';
import { gatewayWithToken } from './gateway-with-token.ts';

/** Scenarios that ask for no fixture, so that the workspace itself can answer them. */
const generic: Record<string, string[]> = {
  '2025-11-25': [
    'server-initialize',
    'server-session-lifecycle',
    'ping',
    'tools-list',
    'resources-list',
    'prompts-list',
    'dns-rebinding-protection',
  ],
  '2026-07-28': [
    'tools-list',
    'resources-list',
    'prompts-list',
    'caching',
    'sep-2164-resource-not-found',
    'http-header-validation',
    'dns-rebinding-protection',
    'input-required-result-unsupported-methods',
  ],
};

const results = await mkdtemp(join(tmpdir(), 'workspace-conformance-'));
try {
  await onFixtures();
  await onTheGateway();
} finally {
  await rm(results, { recursive: true });
}

/** All that a revision requires, on fixtures; only what needs a stream may fail. */
async function onFixtures(): Promise<void> {
  const { url, close } = await startFixtureGateway();
  for (const revision of Object.keys(generic)) {
    const expected = `test/conformance/expected-failures-${revision}.yaml`;
    await suite('--url', url, '--requirements', revision, '--expected-failures', expected);
  }
  await close();
}

/** The suite of all servers, on a workspace. Nothing may fail. */
async function onTheGateway(): Promise<void> {
  const dataFolder = join(results, 'data');
  const child = spawnGateway(dataFolder, '--sample');
  const gateway = await listening(child);
  const proxy = await gatewayWithToken(gateway.url, await accessToken(dataFolder));
  for (const [revision, scenarios] of Object.entries(generic)) {
    for (const scenario of scenarios) {
      await suite('--url', proxy.url, '--scenario', scenario, '--spec-version', revision);
    }
  }
  proxy.close();
  await stop(child);
}

async function suite(...args: string[]): Promise<void> {
  const command = ['node_modules/@modelcontextprotocol/conformance/dist/index.js', 'server', '-o', results, ...args];
  try {
    await promisify(execFile)(process.execPath, command, { maxBuffer: 64 * 1024 * 1024 });
    console.log(`passed: ${args.slice(2).join(' ')}`);
  } catch (error) {
    console.log((error as { stdout: string }).stdout);
    console.log(`failed: ${args.slice(2).join(' ')}`);
    process.exitCode = 1;
  }
}

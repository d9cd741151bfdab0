import { randomBytes, randomInt } from 'node:crypto';
import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { type Host, startHost } from '../support/hosts.ts';
import { accessToken, startGateway, temporaryFolder } from '../support/product.ts';
import { accountAt } from '../support/rest.ts';
import { accountWriter, hostWriter, type Writer } from '../support/writers.ts';

const rounds = 20;
const streams = 6;
const mostWrites = 30;

/** Reads one acknowledged write back and holds it against what was acknowledged. */
type Proof = (host: Host) => Promise<void>;

interface Victim {
  readonly writer: Writer;
  kill(): void;
}

async function hostVictim(dataFolder: string): Promise<Victim> {
  const host = await startHost(dataFolder);
  return { writer: hostWriter(host), kill: () => process.kill(host.transport.pid!, 'SIGKILL') };
}

async function gatewayVictim(dataFolder: string, token: string): Promise<Victim> {
  const gateway = await startGateway(dataFolder);
  return { writer: accountWriter(accountAt(gateway.url, token)), kill: () => gateway.process.kill('SIGKILL') };
}

/** Writes without a pause until the process is gone; `acknowledged` hears of every answer at once. */
async function writeUntilDead(writer: Writer, acknowledged: (proof: Proof) => void): Promise<never> {
  for (;;) {
    const content = randomBytes(randomInt(1, 20_000)).toString('base64');
    const first = await writer.create('Killed', content);
    acknowledged(versionIs(first.id, first.versionId, content));
    const changed = `${content}\r\nÄnderung\n`;
    const second = await writer.update(first, changed);
    acknowledged(versionIs(first.id, second.versionId, changed));
    await writer.attach(first.id, 'general');
    acknowledged(isAttached('artifact', first.id));
    const bytes = randomBytes(randomInt(0, 20_000));
    const file = await writer.upload('killed.bin', bytes);
    acknowledged(fileIs(file.id, bytes));
    await writer.attachFile(file.id, 'general');
    acknowledged(isAttached('file', file.id));
  }
}

const versionIs =
  (artifactId: string, versionId: string, content: string): Proof =>
  async ({ done }) => {
    const { artifact } = await done('workspace_artifact_get', { artifactId, versionId, length: 32_768 });
    expect(artifact).toMatchObject({ versionId, content });
  };

const fileIs =
  (fileId: string, bytes: Buffer): Proof =>
  async ({ done }) => {
    const { contentBase64 } = await done('workspace_file_content', { fileId, as: 'base64', length: 32_768 });
    expect(Buffer.from(contentBase64!, 'base64').equals(bytes)).toBe(true);
  };

const isAttached =
  (type: 'artifact' | 'file', id: string): Proof =>
  async ({ done }) => {
    const answer = await done(`workspace_${type}_get`, { [`${type}Id`]: id });
    expect(answer[type].links).toHaveLength(1);
  };

/** Kills the process in the moment in which it acknowledges its nth write, with others under way. */
async function killAtWrite(victim: Victim, last: number): Promise<Proof[]> {
  const proofs: Proof[] = [];
  const acknowledged = (proof: Proof) => {
    proofs.push(proof);
    if (proofs.length === last) victim.kill();
  };
  await Promise.allSettled(Array.from({ length: streams }, () => writeUntilDead(victim.writer, acknowledged)));
  return proofs;
}

test('whatever a host or the gateway acknowledged before kill -9 is there after a restart, byte for byte, and nothing is broken', {
  timeout: 120_000,
}, async () => {
  const dataFolder = await temporaryFolder();
  const token = await accessToken(dataFolder);
  const proofs: Proof[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const victim = round % 2 === 0 ? await hostVictim(dataFolder) : await gatewayVictim(dataFolder, token);
    const last = randomInt(1, mostWrites + 1);
    const acknowledged = await killAtWrite(victim, last);
    expect(acknowledged.length).toBeGreaterThanOrEqual(last);
    await expectSound(dataFolder);
    proofs.push(...acknowledged);
  }
  const host = await startHost(dataFolder);
  for (const proof of proofs) await proof(host);
  expect(host.log()).toBe('');
});

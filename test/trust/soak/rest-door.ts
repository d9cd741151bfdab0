import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WorkspaceClient } from '../../../src/sdk/index.ts';
import { type Door, operationsBy, uploadAsPrepared } from './door.ts';
import type { Meter } from './meter.ts';

type Calls = Record<string, Record<string, (input: object) => Promise<unknown>>>;

/** Over REST, by the SDK. A file of more is sent as `prepareUpload` says. */
const preparedFromBytes = 1024 * 1024;

export function restDoor(client: WorkspaceClient, token: string, meter: Meter): Door {
  const operations = operationsBy((group, name, input) => (client as unknown as Calls)[group]![name]!(input), meter);
  return {
    ...operations,
    upload: (file, placement) =>
      file.bytes.length < preparedFromBytes
        ? meter.timed('files.upload', async () => (await client.files.upload({ file, ...placement })).file)
        : meter.timed('files.upload of MiB', () => uploadAsPrepared(operations, token, file, placement)),
    digestOf: (fileId) =>
      meter.timed('files.content', async () => {
        const { content } = await client.files.content({ fileId });
        const digest = createHash('sha256');
        for await (const chunk of await content.open()) digest.update(chunk);
        return digest.digest('hex');
      }),
    ask: (question, channelId) =>
      meter.timed('question until answered', async () => {
        const { query } = await meter.timed('queries.ask', () =>
          client.queries.ask({ mode: 'session', question, channelId }),
        );
        for (;;) {
          const { query: now } = await meter.timed('queries.get', () => client.queries.get({ queryId: query.id }));
          if (now.completedAt !== undefined) return now;
          await sleep(now.pollAfterMs);
        }
      }),
  };
}

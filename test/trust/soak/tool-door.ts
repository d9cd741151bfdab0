import { createHash } from 'node:crypto';
import { SdkHttpError } from '@modelcontextprotocol/client';
import { limits } from '../../../schemas/limits.ts';
import type { Problem } from '../../../schemas/problem.ts';
import type { Calls, Structured } from '../../support/hosts.ts';
import { type Door, operationsBy, refusal, toolOf, uploadAsPrepared } from './door.ts';
import type { Meter } from './meter.ts';

/** The largest file that a tool gives to a model, one part at a time. */
const readByModel = 64 * 1024;

/** Over MCP. The token is what a program on the user's machine would send files with, beside the model. */
export function toolDoor({ call }: Calls, token: string, meter: Meter): Door {
  const done = async (tool: string, input: object): Promise<Structured> => {
    const { structured, problem } = await call(tool, { ...input }).catch(refusedAsHttp);
    if (problem) throw refusal(problem);
    return structured;
  };
  const tools = toolOf as Record<string, Record<string, string>>;
  const operations = operationsBy((group, name, input) => done(tools[group]![name]!, input), meter);
  return {
    ...operations,
    feed: { list: async (input) => asOverHttp(await operations.feed.list(input)) },
    upload: (file, placement) => {
      const { fileName, contentType, bytes } = file;
      if (bytes.length > limits.inlineUploadBytes) {
        return meter.timed('files.upload of MiB', () => uploadAsPrepared(operations, token, file, placement));
      }
      const inline = { fileName, contentType, contentBase64: bytes.toString('base64'), ...placement };
      return meter.timed('files.upload', async () => (await done('workspace_file_upload', inline)).file);
    },
    digestOf: (fileId) =>
      meter.timed('files.content', async () => {
        const read = { fileId, as: 'base64', length: limits.windowDefault };
        const digest = createHash('sha256');
        let stretch = await done('workspace_file_content', read);
        if (stretch.size > readByModel) return digestAt(stretch.downloadUrl, token);
        for (;;) {
          digest.update(stretch.contentBase64!, 'base64');
          if (stretch.nextOffset === undefined) return digest.digest('hex');
          stretch = await done('workspace_file_content', { ...read, offset: stretch.nextOffset });
        }
      }),
    ask: (question, channelId) =>
      meter.timed('question until answered', async () => {
        let { query } = await meter.timed('queries.ask', () => done('workspace_query_ask', { question, channelId }));
        while (['queued', 'running'].includes(query.status)) {
          ({ query } = await done('workspace_query_get', { queryId: query.id, waitSeconds: 1 }));
        }
        return query;
      }),
  };
}

type Feed = Awaited<ReturnType<Door['feed']['list']>>;

/** Items of the tool are short, and have the ID of what they show. */
const asOverHttp = ({ items, ...page }: Feed): Feed => ({
  ...page,
  items: items.map((item, place) => ({ ...item, id: `${place}`, [item.type]: item })),
});

/** A refusal from before the message is read, such as one of a busy gateway. */
function refusedAsHttp(error: unknown): never {
  if (error instanceof SdkHttpError) throw refusal(JSON.parse(String(error.data.text)) as Problem);
  throw error;
}

async function digestAt(url: string, token: string): Promise<string> {
  const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!response.ok) throw refusal((await response.json()) as Problem);
  const digest = createHash('sha256');
  for await (const chunk of response.body!) digest.update(chunk);
  return digest.digest('hex');
}

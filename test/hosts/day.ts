import { randomUUID } from 'node:crypto';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Account } from '../support/rest.ts';
import { feesByBerth, harbourFees, posts, tracker } from '../support/working-day.ts';
import { tokensIn } from './judge.ts';
import type { Step } from './model.ts';
import type { Place } from './workplace.ts';

interface Call {
  readonly name: string;
  readonly input: object;
}

/** README's day in a channel of its own. All that its calls name is there before, or made under a known name. */
export async function newDay({ done }: Account): Promise<readonly Call[]> {
  const slug = `day-${randomUUID().slice(0, 8)}`;
  await done('POST /channels', { name: slug, slug, visibility: 'private' });
  const common = { channelId: slug };
  const { fileId, versions, artifactId, cursor } = await furnished({ done }, slug);
  const ofTasks = { ...common, objectTypeId: `Tasks of ${slug}` };
  const ofFees = { ...common, objectTypeId: `Fees of ${slug}` };
  const read = { ...common, types: ['post'], limit: 100 };
  const metrics = [{ alias: 'tasks', function: 'count_rows' }];
  const { filters, change: values } = tracker;
  const updateWhere = { filters, values, expectedCount: 25 };
  return [
    { name: 'workspace_file_upload_prepare', input: { ...common, fileName: '/tmp/Harbour fees.csv' } },
    { name: 'workspace_data_set_import', input: { ...common, fileId, name: ofFees.objectTypeId } },
    { name: 'workspace_query_run', input: { ...ofFees, ...feesByBerth } },
    { name: 'workspace_data_set_save', input: { ...common, name: ofTasks.objectTypeId, fields: tracker.fields } },
    { name: 'workspace_records_write', input: { objectTypeId: ofTasks.objectTypeId, create: tracker.records } },
    ...tracker.views.map((view) => ({ name: 'workspace_view_save', input: { ...ofTasks, ...view } })),
    { name: 'workspace_query_run', input: { ...ofTasks, operation: 'aggregate', filters, metrics } },
    { name: 'workspace_records_write', input: { objectTypeId: ofTasks.objectTypeId, updateWhere } },
    { name: 'workspace_artifact_get', input: { artifactId, versions: 3 } },
    { name: 'workspace_artifact_get', input: { artifactId, diffFrom: versions[0] } },
    {
      name: 'workspace_artifact_restore',
      input: { artifactId, versionId: versions[0], expectedVersionId: versions.at(-1) },
    },
    { name: 'workspace_feed', input: read },
    { name: 'workspace_feed', input: { ...read, cursor } },
  ];
}

export const dayCalls = 12 + tracker.views.length;

export const stepsOf = (day: readonly Call[]): Step[] =>
  day.map(({ name, input }) => ({ tool: new RegExp(`${name}$`), input }));

/** Prepares a document of three versions, a table of fees, and posts with the cursor of their second page. */
async function furnished({ done }: Pick<Account, 'done'>, channelId: string) {
  const document = { kind: 'markdown', title: 'Plan', content: 'one\ntwo\n', channelId };
  const { artifact } = await done('POST /artifacts', { ...document, idempotencyKey: randomUUID() });
  const versions = [artifact.versionId];
  for (const content of ['one\nthree\n', 'one\nfour\n']) {
    const update = { expectedVersionId: versions.at(-1), content, idempotencyKey: randomUUID() };
    versions.push((await done(`PATCH /artifacts/${artifact.id}`, update)).artifact.versionId);
  }
  const form = new FormData();
  form.set('channelId', channelId);
  form.set('file', new File([harbourFees], 'Harbour fees.csv', { type: 'text/csv' }));
  const { file } = await done('POST /files', form);
  for (const body of posts) await done(`POST /channels/${channelId}/posts`, { body });
  const { nextCursor: cursor } = await done(`GET /channels/${channelId}/feed?types=["post"]&limit=100`);
  return { fileId: file.id, artifactId: artifact.id, versions, cursor };
}

/** The tokens of a day with the official client: arguments, and the text of answers. Fails if a call is refused. */
export async function plainTokens({ command, args }: Place, day: readonly Call[]): Promise<number> {
  const client = new Client({ name: 'day', version: '1.0.0' });
  await client.connect(new StdioClientTransport({ command, args: [...args], stderr: 'ignore' }));
  try {
    let tokens = 0;
    for (const { name, input } of day) {
      const { content, isError } = await client.callTool({ name, arguments: { ...input } });
      const texts = content.map((block) => (block.type === 'text' ? block.text : ''));
      if (isError) throw new Error(`${name}: ${texts.join('')}`);
      tokens += tokensIn([JSON.stringify(input), ...texts]);
    }
    return tokens;
  } finally {
    await client.close();
  }
}

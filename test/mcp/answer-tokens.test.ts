import { getEncoding } from 'js-tiktoken';
import { expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'records');
const encoding = getEncoding('o200k_base');
const mostTokens = 6_000;

const tokensOf = async (tool: string, input: object) => {
  const { content, structured } = await host.call(tool, { channelId: 'general', ...input });
  return { answer: structured, tokens: encoding.encode(content[0]!.text!).length };
};

test('a feed of 100 short posts comes in one answer, in which a person’s ID stands once', async () => {
  for (let number = 0; number < 100; number += 1)
    await host.done('workspace_post_create', {
      channelId: 'general',
      body: `Crane ${number} arrives on Monday at six`,
    });
  const { answer, tokens } = await tokensOf('workspace_feed', { limit: 100 });
  expect(answer.items).toHaveLength(100);
  expect(tokens).toBeLessThanOrEqual(mostTokens);
  const ids = JSON.stringify(answer).match(/usr_\w+/g) ?? [];
  expect(ids.length).toBe(new Set(ids).size);
});

test('a list of 50 files comes in one answer', async () => {
  for (let number = 0; number < 50; number += 1)
    await host.done('workspace_file_upload', {
      channelId: 'general',
      fileName: `Interview with customer ${number}.txt`,
      contentType: 'text/plain',
      contentBase64: Buffer.from(`Text ${number}`).toString('base64'),
    });
  const { answer, tokens } = await tokensOf('workspace_files_list', { limit: 50 });
  expect(answer.files).toHaveLength(50);
  expect(tokens).toBeLessThanOrEqual(mostTokens);
});

test('a page of 100 records with four short columns comes in one answer', async () => {
  const { dataSet } = await host.done('workspace_data_set_create', {
    channelId: 'general',
    name: 'Deals',
    fields: [
      { key: 'company', type: 'text' },
      { key: 'amount', type: 'number' },
      { key: 'stage', type: 'select', options: { choices: [{ key: 'won', label: 'Won' }] } },
      { key: 'closes', type: 'date' },
    ],
  });
  const { objectTypeId } = dataSet;
  const create = Array.from({ length: 100 }, (_, number) => ({
    title: `Deal ${number}`,
    values: { company: 'Ada Ltd', amount: 1_000 + number, stage: 'won', closes: '2026-05-04' },
  }));
  await host.done('workspace_records_write', { channelId: 'general', objectTypeId, create });
  const { answer, tokens } = await tokensOf('workspace_query_run', { objectTypeId, operation: 'records', limit: 100 });
  expect(answer.data.rows).toHaveLength(100);
  expect(tokens).toBeLessThanOrEqual(mostTokens);
});

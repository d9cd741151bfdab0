import { beforeAll, describe, expect, test } from 'vitest';
import { form, textFile } from '../support/forms.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const deals = { targetType: 'channel', targetId: 'deals' };

const newArtifact = (title: string, more: object = {}) => {
  const body = { kind: 'markdown', title, content: 'text', idempotencyKey: crypto.randomUUID(), ...more };
  return gateway.admin.done('POST /artifacts', body);
};
const newFile = (name: string, ...fields: [string, string][]) =>
  gateway.admin.done('POST /files', form(...fields, ['file', textFile('text'), name]));

beforeAll(async () => {
  const { done } = gateway.admin;
  await done('POST /channels', { name: 'Deals' });
  await newArtifact('Plan');
  await newArtifact('Quarterly forecast', { channelId: 'deals' });
  await newArtifact('Forecast sheet', { kind: 'csv' });
  await done(`POST /artifacts/${(await newArtifact('Linked zebra')).artifact.id}/links`, deals);
  await newFile('plan.txt');
  await newFile('forecast 2026.txt');
  await newFile('zebra.txt', ['channelId', 'deals']);
  await done('POST /sessions', { title: 'Plan' });
  const { session } = await done('POST /sessions', { title: 'Forecast questions' });
  await done(`POST /sessions/${session.id}/channels`, { channelId: 'deals' });
});

const list = (path: string, query: Record<string, string>) =>
  gateway.admin.call(`GET ${path}?${new URLSearchParams(query).toString()}`);

describe('a list holds what its filters ask for:', () => {
  test.each<[path: string, query: Record<string, string>, found: string[]]>([
    ['/artifacts', { q: 'forecast' }, ['Forecast sheet', 'Quarterly forecast']],
    ['/artifacts', { q: 'FORECAST' }, ['Forecast sheet', 'Quarterly forecast']],
    ['/artifacts', { q: 'forecast', kind: 'csv' }, ['Forecast sheet']],
    ['/artifacts', { kind: 'csv' }, ['Forecast sheet']],
    ['/artifacts', { channelId: 'deals' }, ['Linked zebra', 'Quarterly forecast']],
    ['/artifacts', { channelId: 'deals', q: 'forecast' }, ['Quarterly forecast']],
    ['/artifacts', { q: 'unicorn' }, []],
    ['/files', { q: 'forecast' }, ['forecast 2026.txt']],
    ['/files', { channelId: 'deals' }, ['zebra.txt']],
    ['/files', { channelId: 'deals', q: 'forecast' }, []],
    ['/sessions', { q: 'forecast' }, ['Forecast questions']],
    ['/sessions', { channelId: 'deals' }, ['Forecast questions']],
  ])('%s by %o', async (path, query, found) => {
    const { body } = await list(path, query);
    const titled = [...(body.artifacts ?? []), ...(body.sessions ?? [])].map(({ title }) => title);
    const names = [...titled, ...(body.files ?? []).map(({ fileName }) => fileName)];
    expect(names.toSorted()).toEqual(found);
  });

  const odd = ['"', '*', 'a AND', 'NEAR(', '-', '^x', '(((', "'; drop table files; --", '\0', '%'];
  test.each(odd)('%j is words like any other', async (q) => {
    for (const path of ['/artifacts', '/files', '/sessions', '/people', '/search']) {
      expect([path, (await list(path, { q })).status]).toEqual([path, 200]);
    }
  });
});

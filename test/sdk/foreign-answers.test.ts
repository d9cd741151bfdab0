import { expect, test } from 'vitest';
import { WorkspaceError } from '../../schemas/errors.ts';
import { WorkspaceClient } from '../../src/sdk/index.ts';
import { answer, answeringFirst } from '../support/networks.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();

async function answering(status: number, said: unknown) {
  const { url, asked } = await answeringFirst(gateway.url, answer(status, JSON.stringify(said)));
  return { asked, client: new WorkspaceClient({ baseUrl: url, token: gateway.admin.token! }) };
}

const isNone = (status: number) => ({
  name: 'WorkspaceError',
  message: expect.stringMatching(new RegExp(`answered with status ${status} but not as a workspace gateway`)),
});

test.each([null, [[]], {}, 5, 'files', { files: null }, { files: {} }, { data: [] }])(
  '%j is not an answer of a list',
  async (said) => {
    const { asked, client } = await answering(200, said);
    await expect(client.files.list({})).rejects.toMatchObject(isNone(200));
    expect(asked).toHaveLength(1);
  },
);

test.each([{}, { file: null }, { file: [] }, { file: 'a' }])('%j is not an answer with one thing', async (said) => {
  const { client } = await answering(200, said);
  await expect(client.files.get({ fileId: 'file_1' })).rejects.toMatchObject(isNone(200));
});

test.each([{ userId: 5 }, { userId: 'u', name: 'Mia', organization: 'o', scopes: [], maxUploadBytes: 5 }])(
  '%j is not an answer with several',
  async (said) => {
    const { client } = await answering(200, said);
    await expect(client.me.get({})).rejects.toMatchObject(isNone(200));
  },
);

test('values that a later workspace adds to an answer are there', async () => {
  const { client } = await answering(200, { files: [], facets: [1] });
  expect(await client.files.list({})).toEqual({ files: [], facets: [1] });
});

const current = { versionNumber: 2, updatedAt: '2026-05-01T12:00:00.000Z', updatedBy: { id: 'u', name: 'Mia' } };

test.each([
  { current: {} },
  { current: null },
  { current: { ...current, updatedBy: null } },
  { current: { ...current, versionNumber: '2' } },
  { current: { ...current, versionId: {} } },
  { current: { ...current, id: 5 } },
  { conflicts: {} },
  { conflicts: [{}] },
  { count: 'many' },
  { count: 1.5 },
  { changes: 5 },
  { changes: null },
  { errors: {} },
  { errors: [null] },
  { errors: [{ path: '/a', message: {} }] },
  { maxBytes: 'many' },
  { requestId: {} },
  { detail: ['No.'] },
  { code: 5 },
])('%j is no problem of a workspace', async (odd) => {
  const problem = { code: 'version_conflict', detail: 'Newer.', requestId: 'r1', ...odd };
  const { client } = await answering(409, problem);
  const error: unknown = await client.me.get({}).catch((error: unknown) => error);
  expect(error).toBeInstanceOf(WorkspaceError);
  expect(error).toMatchObject({ ...isNone(409), code: 'version_conflict', extras: {} });
});

test('one as it is promised is', async () => {
  const conflicts = [{ id: 'rec_1', ...current }];
  const extras = { current, conflicts, count: 3, changes: '+a', errors: [{ path: '/a', message: 'odd' }], maxBytes: 5 };
  const { client } = await answering(409, { code: 'version_conflict', detail: 'Newer.', requestId: 'r1', ...extras });
  await expect(client.me.get({})).rejects.toMatchObject({ message: 'Newer.', requestId: 'r1', extras });
});

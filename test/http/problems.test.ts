import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../schemas/errors.ts';
import { placesIn } from '../../src/folder/places/places.ts';
import { form, textFile } from '../support/forms.ts';
import { patience } from '../support/patience.ts';
import { expectProblem } from '../support/problems.ts';
import { accountAt, replyOf, sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const mia = 'mia@workspace.test';
const gateway = sharedGateway({ email: mia });

/** Refuses by itself what the test then expects of its answer, and leaves nothing behind. */
async function problemOf(
  code: ErrorCode,
  request: string,
  body?: unknown,
  headers?: Record<string, string>,
  by = gateway.admin,
) {
  const before = await traces(gateway.dataFolder);
  const reply = await by.call(request, body, headers);
  const problem = expectProblem(reply, code);
  expect(await traces(gateway.dataFolder)).toEqual(before);
  return { problem, headers: reply.headers };
}

test('unauthenticated: WWW-Authenticate asks for a bearer token', async () => {
  const { headers } = await problemOf('unauthenticated', 'GET /me', undefined, {}, accountAt(gateway.url));
  expect(headers.get('www-authenticate')).toMatch(/^Bearer\b/);
});

test('not_found: one answer for what is not there, which says that it may not be shared', async () => {
  const { problem } = await problemOf('not_found', 'GET /files/file_00000000000000000000000000');
  expect(problem.detail).toMatch(/not shared with this account/);
});

test('forbidden: the caller sees the channel and may not manage it', async () => {
  await problemOf('forbidden', 'PATCH /channels/general', { name: 'Mine' }, {}, gateway.as(mia));
});

test('version_conflict: shows the version that stands and the competing change', async () => {
  const create = { kind: 'markdown', title: 'Plan', content: 'one\ntwo\n', idempotencyKey: 'conflict-1' };
  const { artifact: first } = await gateway.admin.done('POST /artifacts', create);
  const update = { expectedVersionId: first.versionId, content: 'one\nthree\n', idempotencyKey: 'conflict-2' };
  const { artifact: second } = await gateway.admin.done(`PATCH /artifacts/${first.id}`, update);
  const stale = { ...update, content: 'one\nfour\n', idempotencyKey: 'conflict-3' };
  const { problem } = await problemOf('version_conflict', `PATCH /artifacts/${first.id}`, stale);
  const { versionId, versionNumber, updatedAt, updatedBy } = second;
  const through = { interfaceType: 'api', via: { interface: 'api' } };
  expect(problem.current).toEqual({ versionId, versionNumber, updatedAt, updatedBy, ...through });
  expect(problem.changes).toMatch(/^ one\n-two\n\+three$/m);
});

test('already_exists: a slug that is taken', async () => {
  const { problem } = await problemOf('already_exists', 'POST /channels', { name: 'General', slug: 'general' });
  expect(problem.errors?.[0]?.path).toBe('/slug');
});

test.each([
  ['markdown', 1.5 * 1024 * 1024],
  ['csv', 10 * 1024 * 1024],
])('too_large: a %s artifact of %i bytes is kept, and one byte more is not', async (kind, maxBytes) => {
  const artifact = (size: number) => ({
    kind,
    title: 'Long',
    content: 'x'.repeat(size),
    idempotencyKey: `${kind}-${size}`,
  });
  const { problem } = await problemOf('too_large', 'POST /artifacts', artifact(maxBytes + 1));
  expect(problem.maxBytes).toBe(maxBytes);
  expect((await gateway.admin.done('POST /artifacts', artifact(maxBytes))).artifact.size).toBe(maxBytes);
});

test('idempotency_key_reused: the key came before with another body', async () => {
  await gateway.admin.done('POST /sessions', { title: 'One', idempotencyKey: 'reused' });
  await problemOf('idempotency_key_reused', 'POST /sessions', { title: 'Two', idempotencyKey: 'reused' });
});

test('digest_mismatch: names the digest of the bytes that came', async () => {
  const body = form(['sha256', 'a'.repeat(64)], ['file', textFile('hello'), 'a.txt']);
  const { problem } = await problemOf('digest_mismatch', 'POST /files', body);
  expect(problem.errors?.[0]?.path).toBe('/sha256');
  expect(problem.detail).toContain('2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824');
});

test('internal: nothing of the inside shows, and the log has it under the request ID', async () => {
  const { file } = await gateway.admin.done('POST /files', form(['file', textFile('gone'), 'gone.txt']));
  await rm(join(placesIn(gateway.dataFolder).blobs, file.sha256.slice(0, 2), file.sha256));
  const { problem } = await problemOf('internal', `GET /files/${file.id}/content`);
  expect(JSON.stringify(problem)).not.toMatch(/ENOENT|blobs|sqlite|select|node:/i);
  await expect.poll(gateway.log, patience).toMatch(new RegExp(`"level":50.*${problem.requestId}.*ENOENT`));
});

describe('method_not_allowed: Allow names the methods of', () => {
  const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
  const refusal = async (path: string, method: string) => {
    const reply = await replyOf(await fetch(gateway.url + path, { method }));
    expectProblem(reply, 'method_not_allowed');
    const named = reply.headers.get('allow')?.split(/, */) ?? [];
    return named.filter((name) => name !== 'HEAD').sort();
  };

  test.each([
    ['/health', 'GET'],
    ['/ready', 'GET'],
    ['/problems/not_found', 'GET'],
    ['/api/workspace/me', 'GET'],
    ['/api/workspace/channels', 'GET POST'],
    ['/api/workspace/channels/general', 'GET PATCH DELETE'],
    ['/api/workspace/data-sets/ot_1', 'GET'],
    ['/api/workspace/channels/general/records/rec_1/versions', 'GET'],
    ['/api/workspace/channels/general/records/rec_1/attachments', 'GET'],
    ['/api/workspace/channels/general/members', 'GET'],
    ['/api/workspace/channels/general/members/usr_1', 'PUT DELETE'],
    ['/api/workspace/people', 'GET'],
    ['/api/workspace/me/password', 'PUT'],
    ['/api/workspace/me/tokens', 'POST'],
    ['/api/workspace/me/sign-out', 'POST'],
    ['/api/workspace/me/sign-ins', 'GET'],
    ['/api/workspace/me/sign-ins/x', 'DELETE'],
    ['/api/workspace/me/webhooks', 'GET POST'],
    ['/api/workspace/me/webhooks/whk_1', 'GET DELETE'],
    ['/api/workspace/me/webhooks/whk_1/deliveries', 'PUT'],
    ['/api/workspace/access-preview', 'GET'],
    ['/api/workspace/inbox', 'GET'],
    ['/api/workspace/inbox/seen', 'POST'],
    ['/api/workspace/artifacts', 'GET POST'],
    ['/api/workspace/artifacts/art_1', 'GET PATCH DELETE'],
    ['/api/workspace/trash', 'GET'],
    ['/api/workspace/trash/art_1', 'DELETE'],
    ['/api/workspace/trash/art_1/restore', 'POST'],
    ['/api/workspace/artifacts/art_1/links', 'POST DELETE'],
    ['/api/workspace/artifacts/art_1/versions', 'GET'],
    ['/api/workspace/artifacts/art_1/versions/artv_1', 'GET'],
    ['/api/workspace/artifacts/art_1/versions/artv_1/restore', 'POST'],
    ['/api/workspace/artifacts/art_1/diff', 'GET'],
    ['/api/workspace/channels/general/views/view_1/versions', 'GET'],
    ['/api/workspace/channels/general/views/view_1/versions/viewv_1', 'GET'],
    ['/api/workspace/channels/general/views/view_1/versions/viewv_1/restore', 'POST'],
    ['/api/workspace/channels/general/views/view_1/diff', 'GET'],
    ['/api/workspace/channels/general/views/view_1/anchors', 'GET'],
    ['/api/workspace/files', 'GET POST'],
    ['/api/workspace/files/file_1', 'GET PATCH DELETE'],
    ['/api/workspace/files/file_1/content', 'GET'],
    ['/api/workspace/files/file_1/links', 'POST DELETE'],
    ['/api/workspace/sessions', 'GET POST'],
    ['/api/workspace/sessions/ses_1', 'GET DELETE'],
    ['/api/workspace/sessions/ses_1/messages', 'GET POST'],
    ['/api/workspace/sessions/ses_1/channels', 'POST DELETE'],
    ['/api/workspace/sessions/ses_1/channels/general', 'DELETE'],
    ['/api/workspace/queries', 'GET POST'],
    ['/api/workspace/queries/qry_1', 'GET'],
    ['/api/workspace/queries/qry_1/cancel', 'POST'],
    ['/api/workspace/search', 'GET'],
    ['/api/workspace/activity', 'GET'],
    ['/api/workspace/admin/users', 'GET POST'],
    ['/api/workspace/admin/users/usr_1', 'GET PATCH DELETE'],
    ['/api/workspace/admin/users/usr_1/password', 'PUT'],
    ['/api/workspace/admin/users/usr_1/sign-out', 'POST'],
    ['/api/workspace/admin/invitations', 'GET POST'],
    ['/api/workspace/admin/invitations/inv_1', 'DELETE'],
    ['/api/workspace/invitations/x', 'GET POST'],
    ['/invitation/x', 'GET POST'],
    ['/api/workspace/admin/organizations', 'GET POST'],
    ['/api/workspace/admin/organizations/org_1', 'PATCH'],
    ['/api/workspace/admin/clients', 'GET POST'],
    ['/api/workspace/admin/clients/client_1', 'DELETE'],
    ['/api/workspace/admin/indexes', 'GET'],
    ['/api/workspace/admin/issuers', 'GET POST DELETE'],
    ['/api/workspace/admin/keys/rotate', 'POST'],
    ['/api/workspace/admin/sources', 'GET POST'],
    ['/api/workspace/admin/sources/src_1/synchronize', 'POST'],
    ['/api/workspace/admin/feedback', 'GET'],
  ])('%s: %s', async (path, allowed) => {
    for (const method of methods.filter((method) => !allowed.split(' ').includes(method))) {
      expect(await refusal(path, method)).toEqual(allowed.split(' ').sort());
    }
  });

  test('a path that is asked for its OPTIONS', async () => {
    expect(await refusal('/api/workspace/channels', 'OPTIONS')).toEqual(['GET', 'POST']);
  });
});

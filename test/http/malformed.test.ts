import { describe, expect, test } from 'vitest';
import type { ErrorCode } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import { form } from '../support/forms.ts';
import { expectProblem, saidIn } from '../support/problems.ts';
import { type Reply, replyOf, sharedGateway } from '../support/rest.ts';
import { traces } from '../support/storage.ts';

const gateway = sharedGateway();
const json = 'application/json';

/** Asks, expects the refusal, and that nothing came of it. */
async function refused(ask: () => Promise<Reply>, code: ErrorCode, paths?: readonly string[]) {
  const before = await traces(gateway.dataFolder);
  const problem = expectProblem(await ask(), code, paths);
  expect(await traces(gateway.dataFolder)).toEqual(before);
  return problem;
}

const viewOf = (asked: object) => ({
  mode: 'deterministic',
  operation: 'view',
  channelId: 'general',
  viewId: 'all',
  ...asked,
});

describe('a body is refused as invalid_request when it is', () => {
  const deep = 100_000;
  test.each<[what: string, body: string | Buffer, paths?: string[]]>([
    ['broken JSON', '{"title": "Plan"'],
    ['empty though called JSON', ''],
    ['two JSON texts', '{} {}'],
    ['no UTF-8', Buffer.from('{"title":"\xff"}', 'latin1')],
    ['an array', '[]', ['']],
    ['a text', '"title"', ['']],
    ['a number', '1', ['']],
    ['null', 'null', ['']],
    ['polluted by __proto__', '{"title":"Plan","__proto__":{"role":"admin"}}'],
    ['polluted by __proto__ further inside', '{"title":{"__proto__":{"role":"admin"}}}'],
    ['polluted by constructor.prototype', '{"title":"Plan","constructor":{"prototype":{"role":"admin"}}}'],
    ['one with an unknown key', '{"titel":"Plan"}', ['/titel']],
    ['one with an unknown key that a JSON Pointer must escape', '{"a/b~c":1}', ['/a~1b~0c']],
    ['wrong in two places', '{"title":5,"chanelId":"general"}', ['/title', '/chanelId']],
    ['one that says null for what is absent', '{"title":null}', ['/title']],
    [`${deep} arrays deep`, `{"title":${'['.repeat(deep)}${']'.repeat(deep)}}`],
    [`${deep} objects deep under an unknown key`, `{"a":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`],
  ])('%s', async (_what, body, paths) => {
    await refused(() => gateway.admin.call('POST /sessions', body), 'invalid_request', paths);
  });

  test.each<[where: string, request: string, body: object, message: string]>([
    [
      'of the whole',
      'POST /sessions',
      { titel: 'Plan' },
      'is not a known field; known are title, channelId, idempotencyKey',
    ],
    [
      'further inside',
      'POST /queries',
      { mode: 'deterministic', operation: 'records', orderBy: [{ feld: 'a' }] },
      'is not a known field; known are field, direction',
    ],
  ])('one with an unknown key %s, which names the known ones', async (_where, request, body, message) => {
    const { errors } = await refused(() => gateway.admin.call(request, body), 'invalid_request');
    expect(errors!.map((error) => error.message)).toContain(message);
  });

  test.each<[mistake: string, request: string, body: object, path: string, message: string]>([
    [
      'another value',
      'POST /channels',
      { name: 'A', visibility: 'secret' },
      '/visibility',
      'must be one of organization, private',
    ],
    [
      'no value',
      'POST /artifacts/art_1/links',
      { targetId: 'a' },
      '/targetType',
      'is missing; send one of channel, record',
    ],
    [
      'a text that is no switch',
      'POST /channels',
      { name: 'A', openWriting: 'no' },
      '/openWriting',
      'must be true or false',
    ],
    ['a number that is no text', 'POST /sessions', { title: 5 }, '/title', 'must be a string'],
    ['an empty text', 'POST /sessions', { channelId: '' }, '/channelId', 'must not be empty'],
    ['an empty array', 'POST /queries', viewOf({ widgetIds: [] }), '/widgetIds', 'must not be empty'],
    ['no array', 'POST /queries', viewOf({ widgetIds: 'a' }), '/widgetIds', 'must be an array'],
  ])('one with %s, which says what it must be', async (_mistake, request, body, path, message) => {
    const { errors } = await refused(() => gateway.admin.call(request, body), 'invalid_request');
    expect(errors).toContainEqual({ path, message });
  });

  test('one that repeats a parameter of the path', async () => {
    const body = { channelId: 'general', name: 'Everything' };
    await refused(() => gateway.admin.call('PATCH /channels/general', body), 'invalid_request', ['channelId']);
  });
});

const list = (count: number, element: string) => Array<string>(count).fill(element).join(',');
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

describe('the structure of a body is bounded before it is read:', () => {
  const { jsonValues, jsonDepth, jsonObjectKeys } = limits;
  const inside = jsonValues - 2;
  const tricky = String.raw`"[,{\\\",\\"`;

  test.each<[what: string, atLimit: string, beyond: string, told: string]>([
    ['elements', `{"a":[${list(inside, '0')}]}`, `{"a":[${list(inside + 1, '0')}]}`, '50000 values'],
    [
      'the keys of an object',
      `{"a":{${list(jsonObjectKeys, '"k":""')}}}`,
      `{"a":[{},{${list(jsonObjectKeys + 1, '"k":""')}}]}`,
      '1000 keys',
    ],
    [
      'the keys of the body',
      `{${list(jsonObjectKeys, '"a":{"b":{},"c":0}')}}`,
      `{${list(jsonObjectKeys + 1, '"a":{"b":{},"c":0}')}}`,
      '1000 keys',
    ],
    [
      'the bytes of keys',
      `{"a":{"${'k'.repeat(limits.jsonKeyBytes - 1)}" :0}}`,
      `{"a":{"${'k'.repeat(limits.jsonKeyBytes)}"\n:0}}`,
      `${limits.jsonKeyBytes} bytes`,
    ],
    ['arrays', `{"a":${nested(jsonDepth - 1)}}`, `{"a":${nested(jsonDepth)}}`, '64 deep'],
    [
      'what stands beside text that looks like it',
      `{"a":[${list(inside, tricky)}]}`,
      `{"a":[${list(inside + 1, tricky)}]}`,
      '50000 values',
    ],
    [
      'what stands beside long text',
      `{"a":[${list(inside - 2, '0')},"${',['.repeat(50_000)}","${',['.repeat(50_000)}\\""]}`,
      `{"a":[${list(inside - 1, '0')},"${',['.repeat(50_000)}","${',['.repeat(50_000)}\\""]}`,
      '50000 values',
    ],
  ])('%s', async (_what, atLimit, beyond, told) => {
    await refused(() => gateway.admin.call('POST /sessions', atLimit), 'invalid_request', ['/a']);
    const problem = await refused(() => gateway.admin.call('POST /sessions', beyond), 'invalid_request');
    expect(saidIn(problem)).toContain(told);
  });
});

test('an element of a filter has few keys: all alternatives would look at each of them', async () => {
  const element = (keys: number) => Object.fromEntries(Array.from({ length: keys }, (_, number) => [`k${number}`, 1]));
  const asked = (keys: number) => {
    const body = { mode: 'deterministic', channelId: 'general', operation: 'records', filters: [element(keys)] };
    return refused(() => gateway.admin.call('POST /queries', body), 'invalid_request');
  };
  expect(saidIn(await asked(limits.filterKeys))).toContain('is not a known field');
  expect((await asked(limits.filterKeys + 1)).errors).toEqual([
    { path: '/filters/0', message: `must have at most ${limits.filterKeys} keys` },
  ]);
});

describe('a body is refused as unsupported_media_type when it comes as', () => {
  test.each([
    ['POST /sessions', 'text/plain'],
    ['POST /sessions', 'application/x-www-form-urlencoded'],
    ['POST /sessions', 'application/merge-patch+json'],
    ['POST /sessions', 'application/octet-stream'],
    ['POST /sessions', 'multipart/form-data; boundary=X'],
    ['PATCH /channels/general', 'text/plain'],
    ['DELETE /sessions/ses_1/channels', 'text/plain'],
    ['POST /files', 'application/json'],
    ['POST /files', 'application/octet-stream'],
    ['POST /files', 'multipart/mixed; boundary=X'],
  ])('%s %s', async (request, type) => {
    await refused(
      () => gateway.admin.call(request, '{"name":"Plan"}', { 'content-type': type }),
      'unsupported_media_type',
    );
  });

  test.each<[what: string, headers: Record<string, string>]>([
    ['gzip', { 'content-encoding': 'gzip' }],
    ['gzip, though it says identity too', { 'content-encoding': 'identity, gzip' }],
    ['UTF-16', { 'content-type': 'application/json; charset=utf-16' }],
    ['Latin-1', { 'content-type': 'application/json;charset="ISO-8859-1"' }],
  ])('%s', async (_what, headers) => {
    const ask = () => gateway.admin.call('POST /sessions', '{"title":"Plan"}', headers);
    await refused(ask, 'unsupported_media_type');
  });

  test.each(['POST /sessions', 'POST /files'])('%s without a type', async (request) => {
    await refused(
      () => gateway.admin.call(request, Buffer.from('{}'), { 'content-type': '' }),
      'unsupported_media_type',
    );
  });

  test('a form where JSON is asked for', async () => {
    await refused(() => gateway.admin.call('POST /sessions', form(['title', 'Plan'])), 'unsupported_media_type');
  });
});

test.each([json, 'application/json; charset=utf-8', 'Application/JSON'])('a body may come as %s', async (type) => {
  const { status } = await gateway.admin.call('POST /sessions', '{"title":"Plan"}', { 'content-type': type });
  expect(status).toBe(201);
});

test('a body may say that it is not encoded', async () => {
  const headers = { 'content-encoding': 'identity', 'content-type': 'application/json; charset="UTF-8"' };
  expect((await gateway.admin.call('POST /sessions', '{"title":"Plan"}', headers)).status).toBe(201);
});

test('where every field is optional, no body at all will do', async () => {
  expect((await gateway.admin.call('POST /sessions')).status).toBe(201);
});

describe('a query parameter is refused by its name:', () => {
  test.each([
    ['GET /channels?limt=5', 'limt'],
    ['GET /channels?limit=1&limit=2', 'limit'],
    ['GET /channels?__proto__=1', '__proto__'],
    ['GET /channels?limit=', 'limit'],
    ['GET /channels?limit=0', 'limit'],
    ['GET /channels?limit=-1', 'limit'],
    ['GET /channels?limit=1.5', 'limit'],
    ['GET /channels?limit=ten', 'limit'],
    ['GET /channels?cursor=', 'cursor'],
    ['GET /me?verbose=1', 'verbose'],
    ['GET /files?q=', 'q'],
    ['GET /files?q=a&q=b', 'q'],
    ['GET /artifacts?kind=pdf', 'kind'],
    ['GET /search?types=artifact', 'types'],
    ['GET /search?types=artifact&types=file', 'types'],
    ['GET /channels/general?limit=5', 'limit'],
    ['POST /sessions?title=Plan', 'title'],
    ['PATCH /channels/general?name=All', 'name'],
    ['PUT /channels/general/members/usr_1?role=reader', 'role'],
    ['DELETE /sessions/ses_1/channels?channelId=general&all=true', 'all'],
    ['DELETE /channels/general/members/usr_1?userId=usr_2', 'userId'],
  ])('%s', async (request, name) => {
    await refused(() => gateway.admin.call(request), 'invalid_request', [name]);
  });

  test('a question of 1,001 characters', async () => {
    await refused(() => gateway.admin.call(`GET /search?q=${'x'.repeat(1_001)}`), 'invalid_request', ['q']);
  });
});

describe('an address is refused when it', () => {
  test.each<[what: string, path: string, code: ErrorCode]>([
    ['is unknown', '/api/workspace/folders', 'not_found'],
    ['is unknown outside the interface', '/api', 'not_found'],
    ['has a bad escape', '/api/workspace/channels/%zz', 'invalid_request'],
    ['has an escape that is no UTF-8', '/api/workspace/channels/%ff', 'invalid_request'],
    ['has a name of 301 characters', `/api/workspace/channels/${'x'.repeat(301)}`, 'invalid_request'],
    ['has an identifier of 10,000 characters', `/api/workspace/channels/${'x'.repeat(10_000)}`, 'invalid_request'],
    ['has an identifier with an escaped slash', '/api/workspace/channels/..%2Fgeneral', 'not_found'],
    ['has an identifier with a NUL', '/api/workspace/channels/general%00', 'not_found'],
    ['is longer than headers may be', `/api/workspace/channels?q=${'x'.repeat(20_000)}`, 'invalid_request'],
  ])('%s', async (_what, path, code) => {
    const headers = { authorization: `Bearer ${gateway.admin.token}` };
    await refused(async () => replyOf(await fetch(gateway.url + path, { headers })), code);
  });
});

test.each(['/me/webhooks', '/me/sign-ins'])('an identifier with a NUL is one that nothing has: %s', async (path) => {
  const deleted = (id: string) => gateway.admin.done(`DELETE ${path}/${id}`);
  expect(await deleted('none%00')).toEqual(await deleted('none'));
});

describe('a JSON body', () => {
  const most = 32 * 1024 * 1024;
  const sheet = (bytes: number) => {
    const [head, tail] = ['{"kind":"csv","title":"Plan","idempotencyKey":"large","content":"', '"}'];
    return head + 'x'.repeat(bytes - head.length - tail.length) + tail;
  };

  test('of 32 MiB is read: what is refused is the sheet in it', async () => {
    const problem = await refused(() => gateway.admin.call('POST /artifacts', sheet(most)), 'too_large');
    expect(problem.maxBytes).toBe(10 * 1024 * 1024);
  });

  describe('that is parsed in a thread of its own is read by the same rules as a short one:', () => {
    const blank = ' '.repeat(2 * 1024 * 1024);
    const large = (body: string | Uint8Array) => Buffer.concat([Buffer.from(blank), Buffer.from(body)]);
    const problemOf = async (body: string | Uint8Array) => {
      const headers = { 'content-type': 'application/json' };
      const { requestId: _requestId, ...problem } = await refused(
        () => gateway.admin.call('POST /sessions', body, headers),
        'invalid_request',
      );
      return problem;
    };

    test.each<[what: string, body: string | Uint8Array]>([
      ['broken', '{"title":'],
      ['polluted by __proto__', '{"title":"T","__proto__":{}}'],
      ['polluted by constructor', '{"title":"T","constructor":{"prototype":{}}}'],
      ['no UTF-8', new Uint8Array([0x22, 0xff, 0x22])],
      ['null', 'null'],
      ['of too many values', `{"a":[${list(limits.jsonValues, '0')}]}`],
      ['too deep', nested(limits.jsonDepth + 1)],
      ['with a mistake', '{"title":1}'],
    ])('%s', async (_what, body) => {
      expect(await problemOf(large(body))).toEqual(await problemOf(Buffer.from(body)));
    });

    test('good', async () => {
      const { session } = await gateway.admin.done('POST /sessions', large('{"title":"é😀"}'), {
        'content-type': 'application/json',
      });
      expect(session.title).toBe('é😀');
    });
  });

  describe('of one byte more is too_large, and whoever sends it gets to see that', () => {
    const body = new Blob([sheet(most + 1)]);
    const ask = async (body: RequestInit['body']) => {
      const headers = { authorization: `Bearer ${gateway.admin.token}`, 'content-type': json };
      const init = { method: 'POST', headers, body, duplex: 'half' as const };
      return replyOf(await fetch(`${gateway.url}/api/workspace/artifacts`, init));
    };
    const attempts = 5;

    test.each(['of a declared length', 'in chunks'])('%s', async (way) => {
      for (let attempt = 1; attempt <= attempts; attempt += 1) {
        const problem = await refused(() => ask(way === 'in chunks' ? body.stream() : body), 'too_large');
        expect(problem.maxBytes).toBe(most);
      }
    });
  });
});

import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { operations, operationsByRoute } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { type Described, descriptionBy, operationsIn, publicPages, withoutToken } from '../support/openapi.ts';
import { replyOf, sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const fetched = publicPages(gateway);
let document: OpenApi;
let described: Described;

beforeAll(async () => {
  described = await descriptionBy(gateway);
  document = described.document;
});

const everyOperation = () => operationsIn(document);

test('every operation of the table is described at its method and path, and nothing else', () => {
  const table = [...operations.flatMap(({ operation }) => [operation.http].flat()), ...withoutToken];
  const routes = everyOperation().map(({ method, path }) => `${method.toUpperCase()} ${path}`);
  expect(routes.sort()).toEqual([...new Set(table)].sort());
});

test('every address has the methods that the server says it has', async () => {
  for (const [path, item] of Object.entries(document.paths)) {
    const url = gateway.url + path.replaceAll(/\{\w+\}/g, 'x_1');
    const reply = await replyOf(await fetch(url, { method: 'OPTIONS' }));
    const allowed = reply.headers.get('allow')?.split(', ').sort();
    expect([path, allowed]).toEqual([
      path,
      Object.keys(item)
        .map((method) => method.toUpperCase())
        .sort(),
    ]);
  }
});

test('Idempotency-Key is described where a key is taken, and the replay that it brings', () => {
  for (const { method, path, operation } of everyOperation()) {
    const { entries } = operationsByRoute.find(({ route }) => route === `${method.toUpperCase()} ${path}`) ?? {
      entries: [],
    };
    const taking = entries.filter(({ operation: { input } }) =>
      JSON.stringify(z.toJSONSchema(input, { unrepresentable: 'any', io: 'input' })).includes('"idempotencyKey":'),
    );
    const isAsked = operation.parameters.some(({ name }) => name === 'Idempotency-Key');
    const replayed = Object.entries(operation.responses).filter(
      ([, { headers = {} }]) => 'Idempotency-Replayed' in headers,
    );
    expect([method, path, isAsked, replayed.map(([status]) => Number(status))]).toEqual([
      method,
      path,
      taking.length > 0,
      taking.map(({ operation: { status = 200 } }) => status),
    ]);
  }
});

test('operations at one method and path share their scope, and differ in mode and status', () => {
  const shared = operationsByRoute.filter(({ entries }) => entries.length > 1);
  expect(shared.map(({ route }) => route)).toEqual(['POST /api/workspace/queries']);
  for (const { entries } of shared) {
    const distinct = (of: (operation: Operation) => unknown) =>
      new Set(entries.map(({ operation }) => of(operation))).size;
    expect(distinct(({ scope }) => scope)).toBe(1);
    expect(distinct(({ mode }) => mode ?? '')).toBe(entries.length);
    expect(distinct(({ status }) => status)).toBe(entries.length);
    for (const { operation } of entries) expect(operation.mode).toBeDefined();
  }
});

test('the document is OpenAPI 3.1', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(document))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('every schema is valid JSON Schema whose references resolve', () => {
  for (const name of Object.keys(document.components.schemas)) described.validatorAt('components', 'schemas', name);
  for (const { method, path, operation } of everyOperation()) {
    const at = ['paths', path, method];
    for (const type of Object.keys(operation.requestBody?.content ?? {})) {
      described.validatorAt(...at, 'requestBody', 'content', type, 'schema');
    }
    for (const [status, { content = {} }] of Object.entries(operation.responses)) {
      for (const type of Object.keys(content))
        described.validatorAt(...at, 'responses', status, 'content', type, 'schema');
    }
  }
});

test('operations are told apart, and each path parameter is described', () => {
  const ids = everyOperation().map(({ operation }) => operation.operationId);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { path, operation } of everyOperation()) {
    const named = operation.parameters.filter(({ in: place }) => place === 'path').map(({ name }) => `{${name}}`);
    expect(named).toEqual(path.match(/\{\w+\}/g) ?? []);
  }
});

test('every refusal is described as a problem', () => {
  for (const { method, path, operation } of everyOperation()) {
    const refusals = Object.entries(operation.responses).filter(([status]) => Number(status) >= 400);
    for (const [status, { content = {} }] of refusals)
      expect([method, path, status, Object.keys(content)]).toEqual([
        method,
        path,
        status,
        ['application/problem+json'],
      ]);
  }
});

test('a probe and the link of an invitation need no token, and every other operation does', () => {
  for (const { method, path, operation } of everyOperation())
    expect([path, operation.security.length === 0]).toEqual([
      path,
      withoutToken.includes(`${method.toUpperCase()} ${path}`),
    ]);
});

test('every operation with a JSON body has an example that it takes', () => {
  const withBody = everyOperation().filter(
    ({ operation: { requestBody } }) => requestBody && 'application/json' in requestBody.content,
  );
  expect(withBody.length).toBeGreaterThan(20);
  for (const { method, path, operation } of withBody) {
    const [type, { examples = {} }] = Object.entries(operation.requestBody!.content)[0]!;
    const validate = described.validatorAt('paths', path, method, 'requestBody', 'content', type, 'schema');
    expect([path, Object.keys(examples).length > 0]).toEqual([path, true]);
    for (const { value } of Object.values(examples)) {
      validate(value);
      expect([path, validate.errors]).toEqual([path, null]);
    }
  }
});

describe('the pages', () => {
  test.each(['/openapi.json', '/docs', '/problems/not_found'])(
    '%s is public, and is not sent again to whoever has it',
    async (path) => {
      const reply = await fetched(path);
      expect([reply.status, reply.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
      const again = await fetched(path, { 'if-none-match': reply.headers.get('etag')! });
      expect([again.status, again.bytes.length]).toEqual([304, 0]);
    },
  );

  test('every code that an operation may answer has its page, which names the operation', async () => {
    const operationsByCode = Object.entries(codesToOperations());
    expect(operationsByCode.length).toBeGreaterThan(10);
    for (const [code, ids] of operationsByCode) {
      const reply = await fetched(`/problems/${code}`);
      expect([code, reply.status]).toEqual([code, 200]);
      expect(reply.bytes.toString()).toContain('<h2>What to do</h2>');
      for (const id of ids) expect(reply.bytes.toString()).toContain(`href="/docs#/${id.split('.')[0]}/${id}"`);
    }
    expect((await fetched('/problems/none')).status).toBe(404);
  });
});

/** Which operations may answer each code. */
function codesToOperations(): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const { operation } of everyOperation()) {
    for (const { content } of Object.values(operation.responses)) {
      const codes = content?.['application/problem+json']?.schema.properties?.code?.enum ?? [];
      for (const code of codes as string[]) (found[code] ??= []).push(operation.operationId);
    }
  }
  return found;
}

import { type ErrorCode, errorCodes } from '../../../schemas/errors.ts';
import type { Entry } from '../../../schemas/index.ts';
import { type ContractSchemas, componentPath, fieldsOf, type JsonSchema, withoutFields } from './json-schema.ts';
import { problemsOf } from './problems.ts';

type Examples = Readonly<Record<string, { readonly value: unknown }>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly description?: string | undefined;
  readonly schema?: JsonSchema;
  readonly content?: { readonly 'application/json': { readonly schema: JsonSchema } };
}

interface Response {
  readonly description: string;
  readonly headers?: Readonly<Record<string, object>>;
  readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>>;
}

export interface PathOperation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly examples?: Examples }>>;
  };
  readonly responses: Readonly<Record<string, Response>>;
}

/** One method of one address, built from its operations. */
export function pathOperation(
  entries: readonly [Entry, ...Entry[]],
  method: string,
  path: string,
  schemas: ContractSchemas,
): Omit<PathOperation, 'security'> {
  const [first] = entries;
  const taken = entries.map((entry) => takenBy(entry, method, path, schemas));
  const codes = new Set(taken.flatMap(({ codes }) => codes));
  return {
    operationId: operationIdOf(first, path),
    tags: [first.group],
    summary: entries.map(({ operation }) => operation.summary).join(' | '),
    parameters: byName(taken.flatMap(({ parameters }) => parameters)),
    ...requestBody(taken),
    responses: Object.assign({}, ...taken.map(({ answers }) => answers), problems([...codes])) as Record<
      string,
      Response
    >,
  };
}

type Taken = ReturnType<typeof takenBy>;

/** The parameters, body, answers and problems of an operation. */
function takenBy(entry: Entry, method: string, path: string, schemas: ContractSchemas) {
  const { group, name, operation } = entry;
  const input = schemas.inputs.get(`${group}.${name}`)!;
  const pathNames = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, parameter]) => parameter!));
  const rest = withoutFields(input, pathNames);
  const hasQuery = method === 'get' || method === 'delete';
  const fields = fieldsOf(input);
  const takesKey = 'idempotencyKey' in fields;
  const hasBody = !hasQuery && Object.keys(fieldsOf(rest)).length > 0;
  return {
    entry,
    parameters: [
      ...[...pathNames].map((parameter) => pathParameter(parameter, fields[parameter]!)),
      ...(hasQuery ? queryParameters(rest) : []),
      ...(method === 'get' && operation.response !== 'made' ? [ifNoneMatch] : []),
      ...(takesKey ? [idempotencyKey(hasQuery ? 'query' : 'body', operation.idempotencyKey === 'required')] : []),
    ],
    body: hasBody ? rest : undefined,
    answers: answers(entry, method, schemas.outputs.get(`${group}.${name}`)!, takesKey),
    codes: problemsOf({ operation, fields: new Set(Object.keys(fields)), pathParameters: pathNames, hasBody }),
  };
}

const byName = (parameters: readonly Parameter[]): Parameter[] => [
  ...new Map(parameters.map((parameter) => [`${parameter.in} ${parameter.name}`, parameter])).values(),
];

/** An operation at a second address is told apart by that address's parameter. */
function operationIdOf({ group, name, operation: { http } }: Entry, path: string): string {
  const [first] = [http].flat();
  return first!.endsWith(` ${path}`)
    ? `${group}.${name}`
    : `${group}.${name}.${/\{(\w+)\}$/.exec(path)?.[1] ?? 'other'}`;
}

const pathParameter = (name: string, { description, ...schema }: JsonSchema): Parameter => ({
  name,
  in: 'path',
  required: true,
  description,
  schema,
});

function queryParameters(rest: JsonSchema): Parameter[] {
  return Object.entries(fieldsOf(rest)).map(([name, { description, ...schema }]) => {
    const array = schema.anyOf?.find(({ type }) => type === 'array');
    const required = rest.required?.includes(name) ?? false;
    const common = { name, in: 'query', required, description } as const;
    return array ? { ...common, content: { 'application/json': { schema: array } } } : { ...common, schema };
  });
}

const idempotencyKey = (place: 'query' | 'body', isRequired: boolean): Parameter => ({
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: isRequired
    ? `Required, here or as idempotencyKey in the ${place}. The same key and input replay the first answer`
    : `The same as idempotencyKey in the ${place}`,
  schema: { type: 'string', maxLength: 255 },
});

const ifNoneMatch: Parameter = {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The ETag of an earlier answer: 304 without a body while it is the same',
  schema: { type: 'string' },
};

/** One body, or one of several alternatives. */
function requestBody(taken: readonly Taken[]): Pick<PathOperation, 'requestBody'> {
  const bodies = taken.map(({ body }) => body).filter((body) => body !== undefined);
  const [body] = bodies;
  if (!body) return {};
  const { operation } = taken[0]!.entry;
  if (operation.request !== undefined) {
    const file = { type: 'string', contentMediaType: 'application/octet-stream', description: 'The bytes of the file' };
    const form = { 'multipart/form-data': { schema: { ...body, properties: { ...body.properties, file } } } };
    const json = { 'application/json': { schema: withoutFields(body, new Set(['file'])), ...examplesOf(taken) } };
    return { requestBody: { required: true, content: operation.request === 'either' ? { ...json, ...form } : form } };
  }
  const schema: JsonSchema = bodies.length > 1 ? { oneOf: bodies } : body;
  const required = (body.required?.length ?? 0) > 0 || schema.oneOf !== undefined || schema.anyOf !== undefined;
  return { requestBody: { required, content: { 'application/json': { schema, ...examplesOf(taken) } } } };
}

function examplesOf(taken: readonly Taken[]): { examples?: Examples } {
  const examples = taken.flatMap(({ entry: { name, operation } }) =>
    operation.example ? [[name, { value: operation.example }] as const] : [],
  );
  return examples.length > 0 ? { examples: Object.fromEntries(examples) } : {};
}

function answers(
  { operation }: Entry,
  method: string,
  output: JsonSchema,
  takesKey: boolean,
): Record<string, Response> {
  if (operation.response === 'bytes') return byteAnswers;
  if (operation.response === 'made') return { 200: { description: 'The bytes', headers: madeHeaders, content: bytes } };
  const isRead = method === 'get';
  const status = operation.status ?? 200;
  const headers = {
    ...answerHeaders,
    ...(status !== 200 && { Location: header('string', locations[status]) }),
    ...(status === 202 && retry),
    ...(takesKey && replayed),
    ...(isRead && tagHeaders),
  };
  return {
    [status]: { description: descriptions[status], headers, content: { 'application/json': { schema: output } } },
    ...(isRead && { 304: { description: 'Unchanged: the answer of If-None-Match', headers } }),
  };
}

const descriptions = { 200: 'Done', 201: 'Made', 202: 'Begun' } as const;
const locations = { 201: 'Address of what was made', 202: 'Address to poll' } as const;

const header = (type: string, description: string) => ({ description, schema: { type } });

export const requestIdHeader = {
  'X-Request-Id': header('string', 'Finds the request in the log of the gateway'),
};
const answerHeaders = {
  ...requestIdHeader,
  RateLimit: header('string', 'The requests left of this kind of work, and the seconds until they are renewed'),
  'RateLimit-Policy': header('string', 'How much of the kind of work a minute has'),
};
const replayed = { 'Idempotency-Replayed': header('string', 'true: the answer of an earlier request with this key') };
const retry = { 'Retry-After': header('integer', 'Seconds') };
const challenge = { 'WWW-Authenticate': header('string', 'The scope that the token lacks') };

const tagHeaders = {
  ETag: header('string', 'A weak tag of the answer'),
  'Cache-Control': header('string', 'private, no-cache: an answer may be kept, and is asked for again with its tag'),
  Vary: header('string', 'Authorization: every caller has an answer of their own'),
};

const bytes = { '*/*': { schema: { type: 'string', contentMediaType: 'application/octet-stream' } } };
const byteHeaders = { ...answerHeaders, ETag: header('string', 'SHA-256 of the bytes, in quotes') };
const madeHeaders = {
  ...answerHeaders,
  'Content-Disposition': header('string', 'attachment, with the name of the file'),
};
const contentRange = { 'Content-Range': header('string', 'Which bytes of how many') };
const byteAnswers: Record<string, Response> = {
  200: { description: 'The bytes', headers: byteHeaders, content: bytes },
  206: { description: 'The bytes that Range asks for', headers: { ...byteHeaders, ...contentRange }, content: bytes },
  304: { description: 'The bytes of If-None-Match', headers: byteHeaders },
};

/** Problem responses by status, naming their codes. */
export function problems(codes: readonly ErrorCode[]): Record<string, Response> {
  const byStatus = Map.groupBy(codes, (code) => errorCodes[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, of]) => [
      String(status),
      {
        description: of.map((code) => `[${errorCodes[code].title}](/problems/${code})`).join('; '),
        headers: {
          ...requestIdHeader,
          ...((status === 401 || status === 403) && challenge),
          ...(of.some((code) => errorCodes[code].retryable) && retry),
          ...(status === 416 && contentRange),
          ...(status === 429 && answerHeaders),
        },
        content: { 'application/problem+json': { schema: problem(of) } },
      },
    ]),
  );
}

const problem = (codes: readonly ErrorCode[]): JsonSchema => ({
  allOf: [{ $ref: `${componentPath}Problem` }],
  properties: { code: { enum: codes } },
});

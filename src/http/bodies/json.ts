import { extname } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { Thread } from '../../turns/thread.ts';
import { oneAtATime } from '../../turns/turn.ts';
import { endTurn, mostBytesOfShortBody } from '../connections/connections.ts';
import { type Called, calledIn, structureRefusal } from './json-structure.ts';
import type { JsonTask, ParsedJson } from './json-worker.ts';
import { roomToParse } from '../fairness/long-bodies.ts';
import { subjectOf } from '../fairness/subject.ts';
import { turnOf } from '../fairness/turn.ts';

type Done = (error: Error | null, value?: unknown) => void;
type JsonReader = (request: FastifyRequest, body: Buffer, done: Done) => void;

/** A body of this size is parsed in a few milliseconds. Longer ones are parsed in a separate thread. */
const mostBytesHere = 1024 * 1024;

/** Reads JSON from untrusted senders. */
export function jsonReader(app: FastifyInstance): JsonReader {
  const parse = app.getDefaultJsonParser('error', 'error');
  const malformed = (request: FastifyRequest, done: Done) => void parse(request, '{', done);
  const readHere: JsonReader = (request, body, done) => {
    if (body.byteLength <= mostBytesOfShortBody) return readInTurn(request, body, done);
    endTurn(request.raw);
    void roomToParse(request).then(() => readInTurn(request, body, done));
  };
  const readInTurn: JsonReader = (request, body, done) => {
    const turn = turnOf(request);
    if (turn) void turn.then(() => readNow(request, body, done));
    else readNow(request, body, done);
  };
  const readNow: JsonReader = (request, body, done) => {
    const refusal = structureRefusal(body);
    if (refusal === undefined) void parse(request, body.toString(), done);
    else done(new RefusedJson(refusal, calledIn(body)));
  };
  const readElsewhere: JsonReader = (request, body, done) => {
    const parsed = oneAtATime(subjectOf(request), () => parseElsewhere({ bytes: body }));
    parsed.then(({ refusal, called = {}, value }) => {
      if (refusal !== undefined) done(new RefusedJson(refusal, called));
      else if (value === undefined) malformed(request, done);
      else done(null, value);
    }, done);
  };
  return (...asked) => (asked[1].byteLength > mostBytesHere ? readElsewhere : readHere)(...asked);
}

/** JSON that may not be parsed. */
export class RefusedJson extends WorkspaceError {
  readonly called: Called;

  constructor(refusal: string, called: Called) {
    super('invalid_request', refusal);
    this.called = called;
  }
}

const thread = new Thread(new URL(`./json-worker${extname(import.meta.url)}`, import.meta.url));

const parseElsewhere = (task: JsonTask): Promise<ParsedJson> =>
  thread.run(task, [task.bytes.buffer as ArrayBuffer]) as Promise<ParsedJson>;

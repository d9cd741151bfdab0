import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Line } from '../../turns/line.ts';
import { hasBody } from '../connections/has-body.ts';
import { subjectOf } from './subject.ts';

const responses = new WeakMap<FastifyRequest, ServerResponse>();

/** Notes the responses of requests with bodies, because a parser of bodies is not told them. */
export function registerLongBodies(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    if (hasBody(request.raw)) responses.set(request, reply.raw);
    done(null, payload);
  });
}

/** How many long bodies of a subject are parsed and not yet answered. */
const mostParsed = 4;

interface Bodies {
  parsed: number;
  readonly waiting: Line<() => void>;
}

const bodiesOf = new Map<string, Bodies>();

/**
 * Waits until few long bodies of the subject are parsed. Others wait as bytes. Parsed, hundreds of them would be many
 * small values, and each collection of garbage would hold the event loop.
 */
export async function roomToParse(request: FastifyRequest): Promise<void> {
  const [subject, response] = [subjectOf(request), responses.get(request)!];
  // Its end would not be told again.
  if (response.destroyed) return;
  const bodies = bodiesOf.get(subject) ?? { parsed: 0, waiting: new Line() };
  bodiesOf.set(subject, bodies);
  await new Promise<void>((parse) => {
    const begin = () => {
      bodies.parsed += 1;
      parse();
    };
    response.once('close', () => {
      if (bodies.waiting.remove(begin)) return;
      bodies.parsed -= 1;
      bodies.waiting.take()?.();
      if (bodies.parsed === 0) bodiesOf.delete(subject);
    });
    if (bodies.parsed < mostParsed) begin();
    else bodies.waiting.add(begin);
  });
}

import type { ServerResponse } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import { isProbe } from '../probes.ts';
import { subjectOf } from './subject.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set if the route does not tell. A call refused after it was carried out would be repeated. */
    changesNothing: boolean | undefined;
  }
}

/**
 * Bounds the memory of unread answers. Hangs up on clients that stop reading, and refuses subjects with too much
 * unread.
 */
export function registerSlowReaders(app: FastifyInstance): UnreadAnswers {
  const unread = new UnreadAnswers();
  app.decorateRequest('changesNothing', undefined);
  app.addHook('preParsing', (request, { raw }, payload, done) => {
    if (isProbe(request) || raw.destroyed) return done(null, payload);
    const subject = subjectOf(request);
    const hasRoom = unread.hasRoom(subject);
    unread.add(subject, raw);
    raw.once('close', () => unread.remove(subject, raw));
    // The timeout does not fire while bytes go out or come in.
    raw.setTimeout(limits.unreadSeconds * 1_000, () => raw.writableLength > 0 && raw.destroy());
    return done(hasRoom ? null : tooMuchUnread(), payload);
  });
  // Checked again: many requests may have been admitted before the first was answered.
  app.addHook('onSend', (request, { raw, statusCode }, payload, done) => {
    const subject = subjectOf(request);
    unread.keep(subject, raw, 0);
    const bytes = isLongText(payload) ? Buffer.from(payload) : payload;
    if (!Buffer.isBuffer(bytes)) return done(null, bytes);
    const mayRefuse = statusCode === 200 && (request.changesNothing ?? isRead(request));
    return mayRefuse && !unread.hasRoom(subject, bytes.length) ? done(tooMuchUnread()) : done(null, bytes);
  });
  return unread;
}

/** Long texts are sent as bytes, because Node counts waiting text in characters. */
const longAnswer = 64 * 1024;

const isLongText = (payload: unknown): payload is string => typeof payload === 'string' && payload.length >= longAnswer;

const isRead = ({ routeOptions: { config } }: FastifyRequest): boolean =>
  config.operation !== undefined && config.operation.scope !== 'workspace.write';

/** Answers under way by subject, with the bytes kept for each that are not yet handed to the socket. */
export class UnreadAnswers {
  readonly #of = new Map<string, Map<ServerResponse, number>>();

  add(subject: string, answer: ServerResponse): void {
    const own = this.#of.get(subject);
    if (own) own.set(answer, 0);
    else this.#of.set(subject, new Map([[answer, 0]]));
  }

  remove(subject: string, answer: ServerResponse): void {
    const own = this.#of.get(subject);
    own?.delete(answer);
    if (own?.size === 0) this.#of.delete(subject);
  }

  /** Records the bytes of an answer that are not being sent yet. */
  keep(subject: string, answer: ServerResponse, bytes: number): void {
    const own = this.#of.get(subject);
    if (own?.has(answer)) own.set(answer, bytes);
  }

  /** Whether more bytes may wait. A subject with nothing unread is always answered. */
  hasRoom(subject: string, more = 0): boolean {
    const own = bytesOf(this.#of.get(subject));
    if (own === 0) return true;
    if (own + more > limits.unreadBytesEach) return false;
    let all = more;
    for (const answers of this.#of.values()) all += bytesOf(answers);
    return all <= limits.unreadBytes;
  }
}

function bytesOf(answers: ReadonlyMap<ServerResponse, number> = new Map()): number {
  let bytes = 0;
  for (const [{ writableLength }, kept] of answers) bytes += writableLength + kept;
  return bytes;
}

const tooMuchUnread = () =>
  new WorkspaceError('unavailable', 'Too much of the answers so far has not been read; read them, then try again.');

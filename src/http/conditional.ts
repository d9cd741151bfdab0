import { createHash, hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { inTurns, type Work } from '../turns/turn.ts';
import type { Caller } from '../workspace/operation/context.ts';
import { subjectOf } from './fairness/subject.ts';

/** Callers and answers of each whose tags are kept. Each caller has a share, so that nobody's polling evicts another's. */
const mostCallers = 1_000;
const mostAnswers = 50;
const longestKey = 1_000;

/** Long answers are hashed in such pieces, in turns with other work. */
const pieceBytes = 1 << 18;
/** 132 bits. */
const digestCharacters = 22;

interface KnownAnswer {
  readonly tag: string;
  /** As it was before the answer was read. */
  readonly dataVersion: number;
}

/**
 * Weak tags of JSON answers, and which answers cannot have changed. An answer depends on the caller, the address and the
 * database. Without a commit since, its tag still stands, so the read itself is saved. Authentication is not.
 */
export class ConditionalReads {
  readonly #dataVersion: () => number;
  readonly #callers = new LRUCache<string, LRUCache<string, KnownAnswer>>({ max: mostCallers });

  constructor(dataVersion: () => number) {
    this.#dataVersion = dataVersion;
  }

  begin(request: FastifyRequest, caller: Caller): ConditionalRead {
    const dataVersion = this.#dataVersion();
    const key = keyOf(caller, request.url);
    const known = this.#callers.get(caller.userId)?.get(key);
    return new ConditionalRead(request, {
      knownTag: known?.dataVersion === dataVersion ? known.tag : undefined,
      keep: (tag) => this.#keep(caller.userId, key, { tag, dataVersion }),
    });
  }

  #keep(userId: string, key: string, answer: KnownAnswer): void {
    if (key.length > longestKey) return;
    let answers = this.#callers.get(userId);
    if (!answers) this.#callers.set(userId, (answers = new LRUCache({ max: mostAnswers })));
    answers.set(key, answer);
  }
}

/** Whatever of a user's requests an answer may depend on. No part but the agent has a blank. */
function keyOf(
  { organizationId, role, scopes, tokenIssuedAt, sessionId, interface: through, agent }: Caller,
  url: string,
): string {
  const named = agent === undefined ? '' : JSON.stringify(agent);
  return `${url} ${organizationId} ${role} ${scopes.join()} ${tokenIssuedAt} ${sessionId} ${through} ${named}`;
}

interface Knowledge {
  /** The tag of the answer, if it cannot have changed since. */
  readonly knownTag: string | undefined;
  readonly keep: (tag: string) => void;
}

interface TaggedAnswer {
  readonly json: string | Buffer;
  readonly tag: string;
}

class ConditionalRead {
  readonly #request: FastifyRequest;
  readonly #knowledge: Knowledge;
  #dependsOnTime = false;

  constructor(request: FastifyRequest, knowledge: Knowledge) {
    this.#request = request;
    this.#knowledge = knowledge;
  }

  /** The tag with which the client may go on, known without the answer. */
  get unchangedTag(): string | undefined {
    const { knownTag } = this.#knowledge;
    return knownTag !== undefined && this.#isHeld(knownTag) ? knownTag : undefined;
  }

  dependsOnTime(): void {
    this.#dependsOnTime = true;
  }

  /** The tag of an answer. A long one is hashed in turns. */
  async tagOf(json: string | Buffer): Promise<string> {
    const digest =
      typeof json === 'string'
        ? hash('sha256', json, 'base64url')
        : await inTurns(subjectOf(this.#request), hashed(json));
    return `W/"${digest.slice(0, digestCharacters)}"`;
  }

  /** Sends the answer with its tag, or the tag alone to a client that holds the same answer. */
  send(reply: FastifyReply, { json, tag }: TaggedAnswer): FastifyReply {
    if (!this.#dependsOnTime) this.#knowledge.keep(tag);
    if (this.#isHeld(tag)) return sendUnchanged(reply, tag);
    return tagged(reply, tag).type('application/json; charset=utf-8').send(json);
  }

  #isHeld(tag: string): boolean {
    return matchesTag(this.#request.headers['if-none-match'], tag);
  }
}

export const sendUnchanged = (reply: FastifyReply, tag: string): FastifyReply => tagged(reply, tag).code(304).send();

function tagged(reply: FastifyReply, tag: string): FastifyReply {
  const vary = reply.getHeader('vary');
  return reply.headers({
    etag: tag,
    'cache-control': 'private, no-cache',
    vary: [...(vary === undefined ? [] : [String(vary)]), 'Authorization, Cookie'].join(', '),
  });
}

/** Whether `If-None-Match` names the tag. The comparison is weak (RFC 9110 section 13.1.2). */
export function matchesTag(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some((named) => opaque(named.trim()) === opaque(tag));
}

const opaque = (tag: string): string => tag.replace(/^W\//, '');

function* hashed(json: Buffer): Work<string> {
  const digest = createHash('sha256');
  for (let start = 0; start < json.length; start += pieceBytes) {
    digest.update(json.subarray(start, start + pieceBytes));
    yield;
  }
  return digest.digest('base64url');
}

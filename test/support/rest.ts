import type { ChildProcess } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll } from 'vitest';
import type { Problem } from '../../schemas/problem.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Structured } from './hosts.ts';
import { accessToken, folderWithTables, type Gateway, listening, spawnGateway, stop } from './product.ts';
import { hideSecretsOf } from './storage.ts';
import { addUsers, type NewUser } from './users.ts';

/** All bodies that the gateway may answer with. The request decides which fields are there. */
export type Body = Omit<Structured, keyof Problem | 'text'> &
  Problem &
  Awaited<ReturnType<Workspace['me']['get']>> &
  Awaited<ReturnType<Workspace['people']['list']>> &
  Awaited<ReturnType<Workspace['accessPreview']['get']>> &
  Awaited<ReturnType<Workspace['signIns']['list']>> &
  Awaited<ReturnType<Workspace['signIns']['makeToken']>> &
  Awaited<ReturnType<Workspace['invitations']['list']>> &
  Awaited<ReturnType<Workspace['invitations']['create']>> &
  Omit<Awaited<ReturnType<Workspace['inbox']['list']>>, 'items'> &
  Awaited<ReturnType<Workspace['members']['put']>> &
  Awaited<ReturnType<Workspace['members']['remove']>> &
  Awaited<ReturnType<Workspace['artifacts']['list']>> &
  Awaited<ReturnType<Workspace['trash']['list']>> &
  Awaited<ReturnType<Workspace['artifacts']['versions']>> &
  Awaited<ReturnType<Workspace['artifacts']['version']>> &
  Awaited<ReturnType<Workspace['artifacts']['diff']>> &
  Awaited<ReturnType<Workspace['views']['anchors']>> &
  Awaited<ReturnType<Workspace['sessions']['list']>> &
  Awaited<ReturnType<Workspace['files']['text']>> &
  Awaited<ReturnType<Workspace['records']['get']>> &
  Awaited<ReturnType<Workspace['records']['attachments']>> &
  Awaited<ReturnType<Workspace['records']['batch']>> &
  Awaited<ReturnType<Workspace['records']['updateMany']>> &
  Awaited<ReturnType<Workspace['sessions']['unlink']>> &
  Awaited<ReturnType<Workspace['posts']['replies']>> &
  Awaited<ReturnType<Workspace['posts']['reply']>> &
  Awaited<ReturnType<Workspace['discussions']['get']>> &
  Awaited<ReturnType<Workspace['discussions']['comment']>> &
  Awaited<ReturnType<Workspace['discussions']['react']>> &
  Awaited<ReturnType<Workspace['users']['list']>> &
  Awaited<ReturnType<Workspace['users']['add']>> &
  Awaited<ReturnType<Workspace['users']['remove']>> &
  Awaited<ReturnType<Workspace['organizations']['list']>> &
  Awaited<ReturnType<Workspace['organizations']['update']>> &
  Awaited<ReturnType<Workspace['issuers']['list']>> &
  Awaited<ReturnType<Workspace['sources']['get']>> &
  Awaited<ReturnType<Workspace['webhooks']['list']>> &
  Awaited<ReturnType<Workspace['webhooks']['add']>> &
  Awaited<ReturnType<Workspace['feedback']['submit']>>;

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Buffer;
  /** The bytes as JSON; to be read of JSON only. */
  readonly body: Body;
}

/** A request such as `GET /channels`, below `/api/workspace`. A body other than a form or bytes is sent as JSON. */
type Call<Answer> = (request: string, body?: unknown, headers?: Record<string, string>) => Promise<Answer>;

/** Someone who speaks to a gateway with an access token, or without one. */
export interface Account {
  readonly token: string | undefined;
  /** A refusal is an answer too. */
  readonly call: Call<Reply>;
  /** A request that must not be refused. */
  readonly done: Call<Body>;
}

export function accountAt(gatewayUrl: string, token?: string): Account {
  const call: Call<Reply> = async (request, body, headers = {}) => {
    const [method, path] = request.split(' ', 2);
    const response = await fetch(`${gatewayUrl}/api/workspace${path}`, {
      method,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...typeOf(body), ...headers },
      body: isPlain(body) ? JSON.stringify(body) : (body as RequestInit['body']),
    });
    return replyOf(response);
  };
  const done: Call<Body> = async (...asked) => {
    const { status, body } = await call(...asked);
    if (status >= 400) throw new Error(`${asked[0]}: ${body.detail}`);
    return body;
  };
  return { token, call, done };
}

export async function replyOf(response: Response): Promise<Reply> {
  const bytes = Buffer.from(await response.arrayBuffer());
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    get body() {
      return JSON.parse(bytes.toString()) as Body;
    },
  };
}

const isPlain = (body: unknown) =>
  body !== undefined && typeof body !== 'string' && !(body instanceof FormData) && !(body instanceof Uint8Array);

const typeOf = (body: unknown): Record<string, string> =>
  body === undefined || body instanceof FormData ? {} : { 'content-type': 'application/json' };

export interface SharedGateway {
  readonly dataFolder: string;
  readonly url: string;
  readonly log: () => string;
  readonly process: ChildProcess;
  /** The local admin whom the first start made. */
  readonly admin: Account;
  /** Another user, by address. */
  as(email: string): Account;
  idOf(email: string): string;
}

/** A gateway with these users that all tests of a file share. It starts before the first and ends after the last. */
export const sharedGateway = (...users: NewUser[]): SharedGateway => gatewayWith(() => [], ...users);

/** The same with further arguments, which are asked for when it starts. */
export function gatewayWith(args: () => readonly string[], ...users: NewUser[]): SharedGateway {
  let dataFolder = '';
  let gateway: Gateway;
  let admin: Account;
  let ids: Record<string, string>;
  const accounts = new Map<string, Account>();

  beforeAll(async () => {
    dataFolder = await folderWithTables();
    ids = users.length > 0 ? await addUsers(dataFolder, ...users) : {};
    const signIn = async (...args: string[]) => accountAt(gateway.url, await accessToken(dataFolder, ...args));
    gateway = await listening(spawnGateway(dataFolder, ...args()));
    await Promise.all([
      signIn().then((account) => (admin = account)),
      ...users.map(async ({ email }) => accounts.set(email, await signIn('--user', email))),
    ]);
    await hideSecretsOf(dataFolder);
  });
  afterAll(async () => {
    try {
      await stop(gateway.process);
    } finally {
      // Also of a gateway that did not start: its folder would stay in memory.
      await rm(dataFolder, { recursive: true, force: true });
    }
  });

  return {
    get dataFolder() {
      return dataFolder;
    },
    get url() {
      return gateway.url;
    },
    log: () => gateway.log(),
    get process() {
      return gateway.process;
    },
    get admin() {
      return admin;
    },
    as: (email) => accounts.get(email)!,
    idOf: (email) => ids[email]!,
  };
}

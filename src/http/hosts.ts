import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { WorkspaceError } from '../../schemas/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Public, so it answers under any host name and to any page. Load balancers ask by address. */
    anyone?: true;
  }
}

export interface HostOptions {
  readonly publicUrl: () => string;
  /** The host that the gateway was told to listen on. */
  readonly host: string;
  /** Origins of other sites whose pages may call the gateway. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses requests that pages of other sites make a browser send. Checking Host stops DNS rebinding; checking Origin
 * stops direct calls. Browsers always send Host, and Origin with every change.
 */
export function registerHosts(app: FastifyInstance, options: HostOptions): void {
  app.server.prependListener('request', separateHost);
  const isOwn = ownNames(options);
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, options, isOwn)));
}

/** An absolute-form target replaces the Host header (RFC 9112 section 3.2.2). Afterwards the target is a path. */
function separateHost(request: IncomingMessage): void {
  const [origin, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.url!) ?? [];
  if (origin === undefined) return;
  request.headers.host = host;
  request.url = request.url!.slice(origin.length).replace(/^(?!\/)/, '/');
}

function refusalOf(request: FastifyRequest, options: HostOptions, isOwn: IsOwnName): WorkspaceError | undefined {
  if (isAmbiguous(request)) return ambiguousHost();
  if (isUnmet(request.headers.expect)) return unmetExpectation();
  const { headers, socket, routeOptions } = request;
  if (routeOptions.config?.anyone) return undefined;
  const publicUrl = options.publicUrl();
  if (!isOwn(headers.host, publicUrl, socket.localAddress)) return unknownHost();
  const { origin } = headers;
  if (origin === undefined) return undefined;
  const isAllowed = origin === new URL(publicUrl).origin || options.allowedOrigins.includes(origin);
  return isAllowed || hostOf(origin) === headers.host ? undefined : foreignOrigin();
}

type IsOwnName = (host: string | undefined, publicUrl: string, localAddress: string | undefined) => boolean;

/**
 * Whether a gateway is known by the name of a request. Names that it was asked by are kept, because parsing one takes as long
 * as a short statement. The last one is kept apart, because most requests come by it.
 */
function ownNames({ host: listeningOn }: HostOptions): IsOwnName {
  const known = new LRUCache<string, true>({ max: 100 });
  let last: readonly unknown[] = [];
  return (host, publicUrl, localAddress = '') => {
    const [lastHost, lastUrl, lastAddress] = last;
    if (host === lastHost && publicUrl === lastUrl && localAddress === lastAddress) return true;
    const asked = `${host} ${publicUrl} ${localAddress}`;
    if (!known.has(asked)) {
      const names = [new URL(publicUrl).hostname, inUrl(listeningOn), inUrl(localAddress), ...loopback];
      if (!names.includes(nameIn(host))) return false;
      known.set(asked, true);
    }
    last = [host, publicUrl, localAddress];
    return true;
  };
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** Whether a Host header names this machine itself. */
export const isLoopback = (host: string): boolean => loopback.includes(nameIn(host));

/** The name in a Host header, without its port. */
const nameIn = (host = ''): string => parsed(`http://${host}`)?.hostname ?? '';

/** Parsing a long or unusual host may take quadratic time. Legitimate clients send none. */
const parsed = (url: string): URL | undefined => (isPlain.test(url) && URL.parse(url)) || undefined;

/** A scheme and at most 255 bytes of printable ASCII, without percent-encoding. */
const isPlain = /^[a-z][a-z\d+.-]{0,20}:\/\/[!-$&-~]{0,255}$/i;

/** A proxy in front could read two hosts, or one with a user, differently (RFC 9112 section 3.2). */
function isAmbiguous({ headers, raw: { rawHeaders, httpVersion } }: FastifyRequest): boolean {
  const hosts: string[] = [];
  for (let place = 0; place < rawHeaders.length; place += 2) {
    const name = rawHeaders[place]!;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts.push(rawHeaders[place + 1]!);
  }
  if (hosts.length === 0 && httpVersion === '1.1') return true;
  return hosts.length > 1 || [headers.host, ...hosts].some((host) => host?.includes('@'));
}

/** The address as a URL writes it. An IPv4-mapped IPv6 address becomes IPv4. */
function inUrl(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain.replace(/%.*$/, '')}]` : plain;
}

/** The host of a page that the gateway itself served, under any of its names. */
const hostOf = (origin: string): string | undefined => parsed(origin)?.host;

/** Node answers the only expectation that there is (RFC 9110 section 10.1.1). */
const isUnmet = (expectation: string | undefined): boolean =>
  expectation !== undefined && expectation.toLowerCase() !== '100-continue';

const unmetExpectation = () =>
  new WorkspaceError('invalid_request', 'The header Expect takes 100-continue only. Send the request without it.');

const ambiguousHost = () =>
  new WorkspaceError('invalid_request', 'The Host header is missing or invalid. Send it once, without a user name.');

const unknownHost = () =>
  new WorkspaceError(
    'forbidden',
    'The gateway is not known by this host name. Use its public URL, which its operator sets with --public-url. A proxy in front has to pass the header Host on.',
  );

const foreignOrigin = () =>
  new WorkspaceError(
    'forbidden',
    'Pages of this origin may not call the gateway; its operator can allow them with --allowed-origins.',
  );

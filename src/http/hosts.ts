import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
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
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, options)));
}

/** An absolute-form target replaces the Host header (RFC 9112 section 3.2.2). Afterwards the target is a path. */
function separateHost(request: IncomingMessage): void {
  const [origin, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.url!) ?? [];
  if (origin === undefined) return;
  request.headers.host = host;
  request.url = request.url!.slice(origin.length).replace(/^(?!\/)/, '/');
}

function refusalOf(request: FastifyRequest, options: HostOptions): WorkspaceError | undefined {
  if (isAmbiguous(request)) return ambiguousHost();
  if (isUnmet(request.headers.expect)) return unmetExpectation();
  const { headers, socket, routeOptions } = request;
  if (routeOptions.config?.anyone) return undefined;
  const own = new URL(options.publicUrl());
  const listening = [options.host, socket.localAddress ?? ''].map(inUrl);
  const names = [own.hostname, ...listening, ...loopback];
  if (!names.includes(nameIn(headers.host))) return unknownHost();
  const { origin } = headers;
  const isAllowed = origin === undefined || origin === own.origin || options.allowedOrigins.includes(origin);
  return isAllowed || hostOf(origin) === headers.host ? undefined : foreignOrigin();
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
  const hosts = rawHeaders.filter((_text, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host');
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

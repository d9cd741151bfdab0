import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { WorkspaceError } from '../../schemas/errors.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Says nothing that is not public, and so answers under any name and to any page: load balancers ask by address. */
    anyone?: true;
  }
}

export interface HostOptions {
  readonly publicUrl: () => string;
  /** The name or address that was asked to listen on. */
  readonly host: string;
  /** Origins of other sites whose pages may call the gateway. */
  readonly allowedOrigins: readonly string[];
}

/**
 * Refuses what a page of another site has a browser send: to a name of that site that was made to point here (DNS
 * rebinding), or to the gateway itself. A browser always says the name and, when it sends anything, the site.
 */
export function registerHosts(app: FastifyInstance, options: HostOptions): void {
  app.server.prependListener('request', separateHost);
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, options)));
}

/** A target that is a whole URL names the host in place of the header (RFC 9112 section 3.2.2); from then on it is a path. */
function separateHost(request: IncomingMessage): void {
  const [origin, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(request.url!) ?? [];
  if (origin === undefined) return;
  request.headers.host = host;
  request.url = request.url!.slice(origin.length).replace(/^(?!\/)/, '/');
}

function refusalOf(request: FastifyRequest, options: HostOptions): WorkspaceError | undefined {
  if (isAmbiguous(request)) return ambiguousHost();
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

/** The name in a Host header, without its port. */
const nameIn = (host = ''): string => parsed(`http://${host}`)?.hostname ?? '';

/** To parse a host that is long, or not plain, may take time that grows with the square of its length; nobody sends such. */
const parsed = (url: string): URL | undefined => (isPlain.test(url) && URL.parse(url)) || undefined;

/** Printable ASCII of at most 255 bytes, behind what a URL begins with, in which nothing is encoded. */
const isPlain = /^[a-z][a-z\d+.-]{0,20}:\/\/[!-$&-~]{0,255}$/i;

/** Two names, or one with a user before it, could be read differently by a program in front (RFC 9112 section 3.2). */
function isAmbiguous({ headers, raw: { rawHeaders } }: FastifyRequest): boolean {
  const hosts = rawHeaders.filter((_text, index) => index % 2 === 1 && rawHeaders[index - 1]!.toLowerCase() === 'host');
  return hosts.length > 1 || [headers.host, ...hosts].some((host) => host?.includes('@'));
}

/** As a URL writes it; an IPv4 address that came in over IPv6 is itself. */
function inUrl(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain.replace(/%.*$/, '')}]` : plain;
}

/** A page that the gateway itself served, under whichever of its names. */
const hostOf = (origin: string): string | undefined => parsed(origin)?.host;

const ambiguousHost = () =>
  new WorkspaceError('invalid_request', 'A request names its host once, in the header Host, without a user before it.');

const unknownHost = () =>
  new WorkspaceError(
    'forbidden',
    'The gateway is not known by this host name. Use its public URL, which its operator sets with --public-url; a proxy in front has to pass the header Host on.',
  );

const foreignOrigin = () =>
  new WorkspaceError(
    'forbidden',
    'Pages of this origin may not call the gateway; its operator can allow them with --allowed-origins.',
  );

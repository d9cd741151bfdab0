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
  app.addHook('onRequest', (request, _reply, done) => done(refusalOf(request, options)));
}

function refusalOf(request: FastifyRequest, options: HostOptions): WorkspaceError | undefined {
  if (isAmbiguous(request)) return ambiguousHost();
  const { headers, socket, routeOptions } = request;
  if (routeOptions.config?.anyone) return undefined;
  const own = new URL(options.publicUrl());
  const listening = [options.host, socket.localAddress ?? ''].map(inUrl);
  const names = [own.hostname, ...listening, ...loopback];
  if (!names.includes(nameIn(hostAsked(request)))) return unknownHost();
  const { origin } = headers;
  const isAllowed = origin === undefined || origin === own.origin || options.allowedOrigins.includes(origin);
  return isAllowed || hostOf(origin) === headers.host ? undefined : foreignOrigin();
}

const loopback = ['localhost', '127.0.0.1', '[::1]'];

/** The name in a Host header, without its port. */
const nameIn = (host = ''): string => (URL.canParse(`http://${host}`) ? new URL(`http://${host}`).hostname : '');

/** The host that a request names, which is that of its target where this is a whole URL (RFC 9112 section 3.2.2). */
const hostAsked = ({ headers, originalUrl }: FastifyRequest): string | undefined =>
  /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(originalUrl)?.[1] ?? headers.host;

/** Two names, or one with a user before it, could be read differently by a program in front (RFC 9112 section 3.2). */
function isAmbiguous(request: FastifyRequest): boolean {
  const { rawHeaders } = request.raw;
  const hosts = rawHeaders.filter((text, index) => index % 2 === 0 && text.toLowerCase() === 'host');
  return hosts.length > 1 || [request.headers.host, hostAsked(request)].some((host) => host?.includes('@'));
}

/** As a URL writes it; an IPv4 address that came in over IPv6 is itself. */
function inUrl(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain.replace(/%.*$/, '')}]` : plain;
}

/** A page that the gateway itself served, under whichever of its names. */
const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);

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

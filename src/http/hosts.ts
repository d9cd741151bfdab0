import { localhostAllowedHostnames, validateHostHeader } from '@modelcontextprotocol/server';
import type { FastifyRequest } from 'fastify';
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
}

/** Refuses requests under a name that is not the gateway's, which another site may have made to point here (DNS rebinding). */
export function hostCheck({ publicUrl, host }: HostOptions): (request: FastifyRequest) => void {
  return ({ headers, socket, routeOptions }) => {
    if (routeOptions.config?.anyone) return;
    const listening = [host, socket.localAddress ?? ''].map(inUrl);
    const names = [new URL(publicUrl()).hostname, ...listening, ...localhostAllowedHostnames()];
    if (!validateHostHeader(headers.host, names).ok) throw unknownHost();
  };
}

/** As a URL writes it; an IPv4 address that came in over IPv6 is itself. */
function inUrl(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  return plain.includes(':') ? `[${plain.replace(/%.*$/, '')}]` : plain;
}

const unknownHost = () =>
  new WorkspaceError(
    'forbidden',
    'The gateway is not known by this host name. Use its public URL, which its operator sets with --public-url; a proxy in front has to pass the header Host on.',
  );

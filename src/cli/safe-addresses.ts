import { WorkspaceError } from '../../schemas/errors.ts';
import { jsonOf } from '../../schemas/shown.ts';
import { misuse } from './failure.ts';

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/;

/** Throws unless a token sent there is encrypted or stays on this machine. A gateway may have named the address. */
export function requireSafe(address: unknown): asserts address is string {
  const url = typeof address === 'string' ? URL.parse(address) : null;
  if (!url) throw noAddress(address);
  if (url.protocol === 'https:' || (url.protocol === 'http:' && loopback.test(url.hostname))) return;
  throw misuse(
    `${url.href} would show your tokens to the network; use an address that begins with https, or one of this machine.`,
  );
}

const noAddress = (named: unknown) =>
  new WorkspaceError(
    'internal',
    `The gateway names ${jsonOf(named ?? null)} as the address to sign in at, which is not an address.`,
  );

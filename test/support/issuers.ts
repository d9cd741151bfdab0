import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CryptoKey, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { runWorkspace } from './product.ts';

/** How a token differs from a good one. `undefined` leaves a claim or a header out. */
export interface Unlike {
  readonly claims?: JWTPayload;
  readonly header?: Readonly<Record<string, unknown>>;
  readonly key?: CryptoKey | Uint8Array;
}

/** Somebody who signs subject tokens. */
export interface TestIssuer {
  readonly url: string;
  /** Its public keys. */
  readonly jwks: { readonly keys: readonly JWK[] };
  readonly privateKey: CryptoKey;
  /** A new token that vouches for a user to the gateway of this audience. */
  readonly sign: (sub: string, aud: string, unlike?: Unlike) => Promise<string>;
}

export async function makeIssuer(url: string, alg = 'EdDSA'): Promise<TestIssuer> {
  const { privateKey, publicKey } = await generateKeyPair(alg, { extractable: true });
  const kid = randomUUID();
  const jwk = { ...(await exportJWK(publicKey)), kid };
  return {
    url,
    jwks: { keys: [jwk] },
    privateKey,
    sign: (sub, aud, { claims, header, key = privateKey } = {}) => {
      const iat = Math.floor(Date.now() / 1_000);
      const payload = { iss: url, sub, aud, iat, exp: iat + 300, jti: randomUUID(), ...claims };
      const protectedHeader = { alg, typ: 'workspace-subject+jwt', kid, ...header };
      return new SignJWT(payload).setProtectedHeader(protectedHeader).sign(key, { crit: { 'urn:more': true } });
    },
  };
}

interface Registration {
  readonly organization?: string;
  readonly scope?: string;
  /** In place of a file with its keys. */
  readonly jwks?: string;
}

/** Has the operator of a data folder trust an issuer. */
export async function registerIssuer(
  dataFolder: string,
  { url, jwks }: Pick<TestIssuer, 'url' | 'jwks'>,
  { organization = 'Workspace', scope = 'workspace.read workspace.write', jwks: place }: Registration = {},
): Promise<void> {
  const file = join(dataFolder, `${randomUUID()}.jwks.json`);
  if (place === undefined) await writeFile(file, JSON.stringify(jwks));
  const options = ['--issuer', url, '--organization', organization, '--scope', scope, '--jwks', place ?? file];
  const { stderr } = await runWorkspace('admin', 'issuers', 'add', '--data', dataFolder, ...options);
  if (stderr !== '') throw new Error(stderr);
}

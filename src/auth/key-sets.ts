import {
  createLocalJWKSet,
  createRemoteJWKSet,
  customFetch,
  errors,
  type FetchImplementation,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  type JWTVerifyGetKey,
} from 'jose';
import * as z from 'zod';
import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { Issuer } from './issuers.ts';

/** Signature algorithms allowed for issuers. */
export const subjectAlgorithms = ['EdDSA', 'ES256', 'RS256'];

/** Finds an issuer's key by a token's header. Fetched sets are cached for ten minutes. */
export class KeySets {
  readonly #known = new Map<string, JWTVerifyGetKey>();

  of({ id, keys }: Issuer): JWTVerifyGetKey {
    let find = this.#known.get(id);
    if (!find) {
      find = 'set' in keys ? createLocalJWKSet(JSON.parse(keys.set) as JSONWebKeySet) : remote(keys.url);
      this.#known.set(id, find);
    }
    return find;
  }
}

function remote(url: string): JWTVerifyGetKey {
  const find = createRemoteJWKSet(new URL(url), {
    timeoutDuration: limits.jwksSeconds * 1_000,
    [customFetch]: fetchBounded,
  });
  return async (header, token) => {
    try {
      return await find(header, token);
    } catch (error) {
      if (isAboutToken(error)) throw error;
      throw new WorkspaceError(
        'unavailable',
        'The keys of this token’s issuer cannot be read right now; try again in a moment.',
      );
    }
  };
}

const isAboutToken = (error: unknown) =>
  error instanceof errors.JWKSNoMatchingKey ||
  error instanceof errors.JWKSMultipleMatchingKeys ||
  error instanceof errors.JOSENotSupported;

const fetchBounded: FetchImplementation = async (url, options) => {
  const response = await fetch(url, options);
  return response.ok && response.body ? new Response(response.body.pipeThrough(atMost(limits.jwksBytes))) : response;
};

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let left = bytes;
  return new TransformStream({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) controller.error(new Error('the key set is too large'));
      else controller.enqueue(chunk);
    },
  });
}

const KeySet = z.object({ keys: z.array(z.looseObject({ kty: z.string() })).max(limits.jwksKeys) });

/** The keys of a JWK Set that may sign subject tokens; otherwise the mistake. */
export async function keySetIn(text: string): Promise<{ set: JSONWebKeySet } | { mistake: string }> {
  const parsed = KeySet.safeParse(parsedJson(text));
  if (!parsed.success) return { mistake: `must hold a JWK Set of at most ${limits.jwksKeys} keys` };
  const all = parsed.data.keys as JWK[];
  if (all.some(({ kty, d }) => kty === 'oct' || d !== undefined))
    return { mistake: 'holds a private or secret key; give the public keys alone' };
  const keys = [];
  for (const key of all) if (await maySign(key)) keys.push(key);
  if (keys.length > 0) return { set: { keys } };
  return { mistake: `holds no key with a "kid" that signs by ${subjectAlgorithms.join(', ')} (RSA from 2,048 bits)` };
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function maySign(key: JWK): Promise<boolean> {
  const algorithm = algorithmOf(key);
  if (!key.kid || !algorithm || (key.alg ?? algorithm) !== algorithm || (key.use ?? 'sig') !== 'sig') return false;
  try {
    await importJWK(key, algorithm);
    return true;
  } catch {
    return false;
  }
}

const leastModulusBytes = 256;

function algorithmOf({ kty, crv, n = '' }: JWK): string | undefined {
  if (kty === 'OKP' && crv === 'Ed25519') return 'EdDSA';
  if (kty === 'EC' && crv === 'P-256') return 'ES256';
  return kty === 'RSA' && Buffer.from(n, 'base64url').length >= leastModulusBytes ? 'RS256' : undefined;
}

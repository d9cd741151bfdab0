import { errors, type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { WorkspaceError } from '../../schemas/errors.ts';

/** A token that is not valid here. The reason goes only to the log, because it would help forgers. */
export class TokenRefusal extends Error {
  override readonly name: string = 'TokenRefusal';
}

/** Tells a trusted issuer which claim is wrong, because the token's signature was valid. */
export class ClaimRefusal extends TokenRefusal {
  override readonly name = 'ClaimRefusal';
}

/** The claim, or the header `typ`, that the library rejected after verifying the signature. */
export function claimAtFault(error: unknown): string | undefined {
  const cause = error instanceof TokenRefusal ? error.cause : undefined;
  const isOfClaim = cause instanceof errors.JWTClaimValidationFailed || cause instanceof errors.JWTExpired;
  return isOfClaim ? cause.claim : undefined;
}

/** Verifies a JWT. Throws `TokenRefusal` for whatever the library finds wrong with it or its key. */
export async function verifiedJwt(
  token: string,
  findKey: JWTVerifyGetKey,
  options: JWTVerifyOptions,
): Promise<JWTVerifyResult> {
  try {
    return await jwtVerify(token, findKey, options);
  } catch (error) {
    throw error instanceof WorkspaceError
      ? error
      : new TokenRefusal(`it cannot be verified: ${reasonOf(error)}`, { cause: error });
  }
}

/** The library's messages quote only header names of the token. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

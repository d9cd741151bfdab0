import { errors, type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { WorkspaceError } from '../../schemas/errors.ts';

/** A token that is not good here. Why is for the log: in an answer it would help whoever forges one. */
export class TokenRefusal extends Error {
  override readonly name: string = 'TokenRefusal';
}

/** What is wrong with a token that bears the good signature of somebody who is trusted, and so is told. */
export class ClaimRefusal extends TokenRefusal {
  override readonly name = 'ClaimRefusal';
}

/** Of a token whose signature was verified: the claim, or the header `typ`, that the library takes not. */
export function claimAtFault(error: unknown): string | undefined {
  const cause = error instanceof TokenRefusal ? error.cause : undefined;
  const isOfClaim = cause instanceof errors.JWTClaimValidationFailed || cause instanceof errors.JWTExpired;
  return isOfClaim ? cause.claim : undefined;
}

/** Whatever the library finds wrong with a token or its key is a refusal. */
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

/** The library's sentences hold nothing of the token but names in its header. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).slice(0, 200);

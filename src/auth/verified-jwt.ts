import { type JWTVerifyGetKey, type JWTVerifyOptions, type JWTVerifyResult, jwtVerify } from 'jose';
import { WorkspaceError } from '../../schemas/errors.ts';

/** A token that is not good here. Why would help nobody but whoever forges one, so it never reaches an answer. */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal';
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
    throw error instanceof WorkspaceError ? error : new TokenRefusal('it cannot be verified', { cause: error });
  }
}

import { AISDKError, APICallError, RetryError } from 'ai';
import { ModelFailure } from './model.ts';

/**
 * The failure that an error is reported as. It tells nothing of the library's errors, because they hold the request and
 * the response.
 */
export function failureOf(error: unknown): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (RetryError.isInstance(error)) return failureOf(error.lastError);
  if (!AISDKError.isInstance(error)) return new ModelFailure('defect', { cause: error });
  const status = APICallError.isInstance(error) ? error.statusCode : 200;
  if (status === undefined) return new ModelFailure('unreachable', { code: codeOf(error) });
  return new ModelFailure(status >= 400 ? 'refused' : 'nonsense', { status });
}

function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  return 'code' in error && typeof error.code === 'string' ? error.code : codeOf(error.cause);
}

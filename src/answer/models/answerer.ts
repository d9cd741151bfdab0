import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Answerer } from '../answerer.ts';
import { type ConfiguredModel, ModelFailure } from './model.ts';

const notAnswered = '_The language model did not answer, so the built-in engine did._';

/**
 * Has a model answer, through read-only operations with the asker's authority. Where it does not, or not in time, the
 * fallback answers and says so; why is told to `onFailure`, for the operator alone.
 */
export function modelAnswerer(
  model: ConfiguredModel,
  fallback: Answerer,
  onFailure: (failure: ModelFailure) => void,
): Answerer {
  return async (question, workspace, signal) => {
    signal.throwIfAborted();
    try {
      return await inTime(signal, async (stop) => {
        const { askModel } = await import('./asking.ts');
        return askModel(model, question, workspace, stop);
      });
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof WorkspaceError) throw error;
      const { failureOf } = await import('./failures.ts');
      onFailure(failureOf(error));
    }
    const { answer, ...rest } = await fallback(question, workspace, signal);
    return { ...rest, answer: `${notAnswered}\n\n${answer}` };
  };
}

/** Work that is waited for no longer than a model may take, whatever it is at. */
async function inTime<Result>(signal: AbortSignal, work: (stop: AbortController) => Promise<Result>): Promise<Result> {
  const stop = new AbortController();
  const stopped = new Promise<never>((_resolve, reject) => {
    stop.signal.addEventListener('abort', () => reject(stop.signal.reason as Error), { once: true });
  });
  const cancel = () => stop.abort(signal.reason);
  signal.addEventListener('abort', cancel, { once: true });
  const timer = setTimeout(() => stop.abort(new ModelFailure('time')), limits.modelSeconds * 1_000);
  try {
    return await Promise.race([work(stop), stopped]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

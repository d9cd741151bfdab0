import { WorkspaceError } from '../../../schemas/errors.ts';
import { limits } from '../../../schemas/limits.ts';
import type { Answer } from '../../../schemas/queries.ts';
import type { Answerer } from '../answerer.ts';
import { type ConfiguredModel, ModelFailure } from './model.ts';

const notAnswered = '_The language model did not answer, so the built-in engine did._';

/**
 * Has a model answer, through read-only operations with the asker's authority. Its figures are exact when the fallback
 * reads the question the same way. When it does not answer in time or at all, the fallback answers and says so. Only
 * the operator learns the reason, through `onFailure`.
 */
export function modelAnswerer(
  model: ConfiguredModel,
  fallback: Answerer,
  onFailure: (failure: ModelFailure) => void,
): Answerer {
  return async (question, workspace, signal) => {
    signal.throwIfAborted();
    try {
      const answer = await inTime(signal, async (stop) => {
        const { askModel } = await import('./asking.ts');
        return askModel(model, question, workspace, stop);
      });
      const isExact =
        answer.confidence === 'likely' && (await isReadAlike(answer, fallback(question, workspace, signal)));
      return isExact ? { ...answer, confidence: 'exact' } : answer;
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

/** Whether the rules, which account for every word, give the same figures. */
async function isReadAlike({ values }: Answer, byRules: Promise<Answer>): Promise<boolean> {
  const read = await byRules.catch(() => undefined);
  const figuresOf = (some: Answer['values']) => new Set(some?.map(({ value }) => value));
  const [own, others] = [figuresOf(values), figuresOf(read?.values)];
  return read?.confidence === 'exact' && own.size === others.size && own.isSubsetOf(others);
}

/** Waits for work at most as long as a model may take. */
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

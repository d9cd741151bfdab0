import { Turn } from '../turns/turn.ts';
import type { Answerer } from './answerer.ts';
import { modelAnswerer } from './models/answerer.ts';
import type { ConfiguredModel } from './models/model.ts';

/** Parts of the engine, each of which needs those before it. Loaded at once they would hold the event loop for long. */
const parts = [
  () => import('./language/words.ts'),
  () => import('./spelling/spellings.ts'),
  () => import('./plain/answer.ts'),
  () => import('./tables.ts'),
  () => import('./free/answer.ts'),
  () => import('./weighed/answer.ts'),
  () => import('./table/ask.ts'),
  () => import('./passages/answer.ts'),
];

/** The operator's model with the built-in engine as fallback, or only that engine. Others go on while it is loaded. */
export async function loadAnswerer(
  model: ConfiguredModel | undefined,
  onError: (error: unknown) => void,
): Promise<Answerer> {
  const turn = new Turn();
  for (const load of parts) {
    await load();
    await turn.pass();
  }
  const { embeddedAnswerer } = await import('./engine.ts');
  return model ? modelAnswerer(model, embeddedAnswerer, onError) : embeddedAnswerer;
}

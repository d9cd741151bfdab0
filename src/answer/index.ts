import type { Answerer } from './answerer.ts';
import { modelAnswerer } from './models/answerer.ts';
import type { ConfiguredModel } from './models/model.ts';
import { citePassages } from './passages.ts';

/** Who answers questions in prose here: the operator's model with the built-in engine behind it, or that engine alone. */
export const chooseAnswerer = (model: ConfiguredModel | undefined, onError: (error: unknown) => void): Answerer =>
  model ? modelAnswerer(model, citePassages, onError) : citePassages;

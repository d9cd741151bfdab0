import type { Answerer } from './answerer.ts';
import { embeddedAnswerer } from './engine.ts';
import { modelAnswerer } from './models/answerer.ts';
import type { ConfiguredModel } from './models/model.ts';

/** Who answers questions in prose here: the operator's model with the built-in engine behind it, or that engine alone. */
export const chooseAnswerer = (model: ConfiguredModel | undefined, onError: (error: unknown) => void): Answerer =>
  model ? modelAnswerer(model, embeddedAnswerer, onError) : embeddedAnswerer;

import type { Answerer } from './answerer.ts';
import { embeddedAnswerer } from './engine.ts';
import { modelAnswerer } from './models/answerer.ts';
import type { ConfiguredModel } from './models/model.ts';

/** Chooses the answerer: the operator's model with the built-in engine as fallback, or only that engine. */
export const chooseAnswerer = (model: ConfiguredModel | undefined, onError: (error: unknown) => void): Answerer =>
  model ? modelAnswerer(model, embeddedAnswerer, onError) : embeddedAnswerer;

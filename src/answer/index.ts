import type { Answerer } from './answerer.ts';
import { embeddedAnswerer } from './engine.ts';

/** Who answers questions in prose here. */
export const chooseAnswerer = (): Answerer => embeddedAnswerer;

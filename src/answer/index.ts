import type { Answerer } from './answerer.ts';
import { citePassages } from './passages.ts';

/** Who answers questions in prose here. */
export const chooseAnswerer = (): Answerer => citePassages;

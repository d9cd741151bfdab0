import { limits } from '../../../schemas/limits.ts';
import { ModelFailure } from './model.ts';

/** The budget of a model for one question. Exceeding a bound aborts the model. */
export class Bounds {
  readonly #stop: AbortController;
  #steps: number = limits.modelSteps;
  #calls: number = limits.modelCalls;
  #mistakes: number = limits.modelMistakes;
  #characters: number = limits.modelReadingCharacters;

  constructor(stop: AbortController) {
    this.#stop = stop;
  }

  /** Counts a step. The model must give its answer in the last one. */
  step(): { readonly isLast: boolean } {
    this.#steps -= 1;
    if (this.#steps < 0) this.stop(new ModelFailure('steps'));
    return { isLast: this.#steps === 0 };
  }

  call(): void {
    this.#calls -= 1;
    if (this.#calls < 0) this.stop(new ModelFailure('steps'));
  }

  mistake(): void {
    this.#mistakes -= 1;
    if (this.#mistakes < 0) this.stop(new ModelFailure('mistakes'));
  }

  get hasRoom(): boolean {
    return this.#characters > 0;
  }

  read(characters: number): void {
    this.#characters -= characters;
  }

  stop(failure: ModelFailure): never {
    this.#stop.abort(failure);
    throw failure;
  }
}

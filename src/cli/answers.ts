import { WorkspaceError } from '../../schemas/errors.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import { withCalls } from './calls.ts';

/**
 * Records a gateway's answers to a command. A failure on invalid answers can then be told from a defect of the command.
 */
export class Answers {
  readonly #origin: string;
  readonly #answered: { readonly operation: Operation; readonly answer: unknown }[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The same workspace, with its answers recorded. */
  of(workspace: Workspace): Workspace {
    return withCalls(workspace, (call, operation) => async (...asked) => {
      const answer = await call(...asked);
      this.#answered.push({ operation, answer });
      return answer;
    });
  }

  /** The error of a command. It becomes a sentence about the gateway if an answer breaks the contract. */
  explained(error: unknown): unknown {
    const isUnexpected = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    if (!isUnexpected || !(isTooDeep(error) || this.#isSomeOdd())) return error;
    const detail = `${this.#origin} answered in a form that this program does not know. Check that this is the gateway's address, and that both have the same release.`;
    return new WorkspaceError('invalid_request', detail, {}, { cause: error });
  }

  #isSomeOdd(): boolean {
    return this.#answered.some(({ operation, answer }) => !operation.output.safeParse(answer).success);
  }
}

/** Whether the stack overflowed. No valid answer nests deeply enough for that. */
const isTooDeep = (error: Error): boolean => error instanceof RangeError && /call stack/.test(error.message);

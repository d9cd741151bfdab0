import { WorkspaceError } from '../../schemas/errors.ts';
import type { Workspace } from '../../schemas/index.ts';
import type { Operation } from '../../schemas/operation.ts';
import { withCalls } from './calls.ts';

/** What a gateway answered to a command, by which a failure over odd answers is told from a defect of the command. */
export class Answers {
  readonly #origin: string;
  readonly #answered: { readonly operation: Operation; readonly answer: unknown }[] = [];

  constructor(origin: string) {
    this.#origin = origin;
  }

  /** The workspace, whose answers are remembered. */
  of(workspace: Workspace): Workspace {
    return withCalls(workspace, (call, operation) => async (...asked) => {
      const answer = await call(...asked);
      this.#answered.push({ operation, answer });
      return answer;
    });
  }

  /** The error of a command: a sentence about the gateway where its answers are not what its contract promises. */
  explained(error: unknown): unknown {
    const isUnexpected = error instanceof TypeError || error instanceof RangeError || error instanceof SyntaxError;
    if (!isUnexpected || !(isTooDeep(error) || this.#isSomeOdd())) return error;
    const detail = `${this.#origin} answered what no workspace gateway of this release says; is that its address, and is this program as new as the gateway?`;
    return new WorkspaceError('invalid_request', detail, {}, { cause: error });
  }

  #isSomeOdd(): boolean {
    return this.#answered.some(({ operation, answer }) => !operation.output.safeParse(answer).success);
  }
}

/** No answer of a workspace nests so deep that it cannot be walked through. */
const isTooDeep = (error: Error): boolean => error instanceof RangeError && /call stack/.test(error.message);

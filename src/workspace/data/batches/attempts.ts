import { WorkspaceError } from '../../../../schemas/errors.ts';

/** Thrown when the fields, an import or too many others have changed a Data Set since a change was prepared. */
export class Outdated extends WorkspaceError {
  constructor() {
    super(
      'unavailable',
      'This Data Set was changed by somebody else at the same moment; nothing was stored. Try again.',
    );
  }
}

const attempts = 3;

/** Prepares and applies a change again while it is `Outdated`, a few times. */
export async function unlessOutdated<Answer>(apply: () => Promise<Answer>): Promise<Answer> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await apply();
    } catch (error) {
      if (!(error instanceof Outdated) || left === 1) throw error;
    }
  }
}

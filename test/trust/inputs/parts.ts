import fc from 'fast-check';

/** A promise that is tested with many inputs of one kind. */
export interface Part {
  readonly name: string;
  /** The name under which the figures count it. */
  readonly kind: string;
  readonly runs: number;
  readonly property: fc.IAsyncProperty<unknown>;
  /** Sets up the state that it needs. */
  readonly prepare?: () => Promise<void>;
}

/** How long a failing input is made smaller. */
const shrinkingMs = 60_000;

/** A property that stops to fail when it was made smaller for long enough. */
export function promise<Input>(
  inputs: fc.Arbitrary<Input>,
  holds: (input: Input) => Promise<void>,
): fc.IAsyncProperty<[Input]> {
  let failedAt: number | undefined;
  return fc.asyncProperty(inputs, async (input) => {
    if (failedAt !== undefined && performance.now() - failedAt > shrinkingMs) return;
    try {
      await holds(input);
    } catch (error) {
      failedAt ??= performance.now();
      throw error;
    }
  });
}

/**
 * Runs lines of parts side by side, and returns how many inputs of each kind were tried. Throws all failures, each with
 * its seed and smallest input.
 */
export async function tried(lines: readonly (readonly Part[])[], seed: number): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const failures: string[] = [];
  await Promise.all(
    lines.map(async (parts) => {
      for (const part of parts) {
        const { tries, failure } = await outcomeOf(part, seed);
        counts.set(part.kind, (counts.get(part.kind) ?? 0) + tries);
        if (failure !== undefined) failures.push(`${part.name}: ${failure}`);
      }
    }),
  );
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
  return counts;
}

async function outcomeOf(
  { runs, property, prepare }: Part,
  seed: number,
): Promise<{ tries: number; failure?: string }> {
  try {
    await prepare?.();
    const outcome = await fc.check(property, { seed, numRuns: runs });
    if (!outcome.failed) return { tries: outcome.numRuns };
    const { message } = outcome.errorInstance as Error;
    return { tries: outcome.numRuns, failure: `${message}\n${fc.defaultReportMessage(outcome)}` };
  } catch (error) {
    return { tries: 0, failure: (error as Error).stack! };
  }
}

import fc from 'fast-check';

/** A promise that is put to the test with so many inputs of a kind. */
export interface Part {
  readonly name: string;
  /** What the figures count it under. */
  readonly kind: string;
  readonly runs: number;
  readonly property: fc.IAsyncProperty<unknown>;
  /** What has to be there before. */
  readonly prepare?: () => Promise<void>;
}

/** So long a failure is made smaller. */
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

/** Runs parts side by side; returns how many inputs of each kind were tried, or throws all that failed with seed and smallest input. */
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

import { joined, type RecordEdit, without } from './edit.ts';

/** Something that can be undone as one. */
export interface Step {
  readonly key: string;
  readonly words: string;
  readonly edits?: readonly RecordEdit[] | undefined;
  /** Records that were made, or moved to the trash. */
  readonly made?: readonly string[] | undefined;
  readonly removed?: readonly string[] | undefined;
}

const isOf =
  ({ key }: Step) =>
  (one: Step) =>
    one.key === key;

/** Steps without what was done of one. The refused rest can be tried again. */
export function leaving(steps: readonly Step[], done: Step): Step[] {
  const fields = (done.edits ?? []).flatMap(({ id, after }) =>
    Object.keys(after).map((fieldKey) => ({ id, fieldKey })),
  );
  return steps.flatMap((step) => {
    if (!isOf(done)(step)) return [step];
    const edits = without(step.edits ?? [], fields);
    return edits.length === 0 ? [] : [{ key: step.key, words: step.words, edits }];
  });
}

/** Steps with what was done of one, beside what was done of it before. */
export function adding(steps: readonly Step[], done: Step): Step[] {
  const before = steps.find(isOf(done));
  if (!before) return [...steps, done];
  const whole = { ...before, ...done, edits: joined(before.edits ?? [], done.edits ?? []) };
  return [...steps.filter((step) => step !== before), whole];
}

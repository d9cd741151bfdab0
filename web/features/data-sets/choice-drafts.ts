import type { FieldError } from '../../../schemas/problem-extras.ts';
import type { Field, FieldOptions } from '../../../schemas/fields.ts';
import { folded } from '../../../schemas/folding.ts';
import { newKey } from '../../data/keys.ts';
import { competing } from './changing.ts';

type Choice = NonNullable<FieldOptions['choices']>[number];

/** A choice in a form. One without a key is new. */
export interface ChoiceDraft {
  /** Names it in the form alone. */
  readonly id: string;
  readonly key?: string;
  readonly label: string;
  readonly color?: string | undefined;
  /** Whether the person has just added its line. */
  readonly isAdded?: boolean;
}

export const fresh = (label: string): ChoiceDraft => ({ id: newKey(), label, isAdded: true });

export const draftsOf = ({ options }: Pick<Field, 'options'>): ChoiceDraft[] =>
  (options?.choices ?? []).map(({ key, label, color }) => ({ id: newKey(), key, label, color }));

/** Choices as a form began with them, as they stand now, and as the person wants them. */
interface ChoiceVersions {
  readonly before: readonly Choice[];
  readonly now: readonly Choice[];
  readonly drafts: readonly ChoiceDraft[];
}

/** The choices that are relabelled or added. All others stay as they are now. */
export function changedChoices(versions: ChoiceVersions): { readonly key: string; readonly label: string }[] {
  const keys = new Set(versions.now.map(({ key }) => key));
  return changedDrafts(versions).map(({ key, label }) => {
    const named = key ?? freeText(label, keys);
    keys.add(named);
    return { key: named, label };
  });
}

/** The mistakes in the labels of choices, by their places in the form. */
export function choiceMistakes(versions: ChoiceVersions): FieldError[] {
  const { before, now } = versions;
  const changed = changedDrafts(versions);
  const keys = new Set(changed.map(({ key }) => key));
  const taken = new Set(now.filter(({ key }) => !keys.has(key)).map(({ label }) => folded(label)));
  return changed.flatMap(({ id, key, label }) => {
    const message =
      mistakeIn(label, taken) ?? competing({ before: labelIn(before, key), now: labelIn(now, key), mine: label });
    taken.add(folded(label));
    return message === undefined ? [] : [{ path: `/choices/${id}`, message }];
  });
}

/** The form on the choices as they stand now. They replace the labels that the person left alone. */
export function rebasedDrafts({ before, now, drafts }: ChoiceVersions): ChoiceDraft[] {
  const keys = new Set(drafts.map(({ key }) => key));
  const followed = drafts.map((draft) => {
    const isLeft = draft.key !== undefined && draft.label === labelIn(before, draft.key);
    return isLeft ? { ...draft, label: labelIn(now, draft.key) ?? draft.label } : draft;
  });
  return [
    ...followed.filter(({ key }) => key !== undefined),
    ...draftsOf({ options: { choices: now.filter(({ key }) => !keys.has(key)) } }),
    ...followed.filter(({ key }) => key === undefined),
  ];
}

function mistakeIn(label: string, taken: ReadonlySet<string>): string | undefined {
  if (label === '') return 'A choice needs a label.';
  return taken.has(folded(label)) ? 'There is such a choice already.' : undefined;
}

/** Lines that were added and left empty count for nothing. */
const changedDrafts = ({ before, drafts }: ChoiceVersions): readonly ChoiceDraft[] =>
  drafts
    .map((draft) => ({ ...draft, label: draft.label.trim() }))
    .filter(({ key, label }) => (key === undefined ? label !== '' : label !== labelIn(before, key)?.trim()));

const labelIn = (choices: readonly Choice[], key: string | undefined): string | undefined =>
  choices.find((choice) => choice.key === key)?.label;

/** The text, or that with the first number behind it that is free. */
function freeText(text: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? text : `${text} ${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}

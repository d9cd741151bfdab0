import type { FieldOptions } from '../../../../schemas/fields.ts';
import type { CatalogueField } from '../../../query/catalogue.ts';
import { isChoice } from '../../../query/values.ts';
import { folded } from '../../../text/folding.ts';
import { mayBeLabel } from './field-names.ts';
import { ambiguousAt } from './refusals.ts';

type Choice = NonNullable<FieldOptions['choices']>[number];
type Labels = ReadonlyMap<string, readonly Choice[]>;

/** The key of the choice that has a key or, alone, a label. A text that names no choice stays. */
export function choiceNamed({ options: { choices = [] } }: CatalogueField, name: string, path: string): string {
  if (isChoice(choices, name) || !mayBeLabel(name)) return name;
  const labelled = labelsOf(choices).get(folded(name)) ?? [];
  if (labelled.length <= 1) return labelled[0]?.key ?? name;
  throw ambiguousAt(
    path,
    'is the label of several choices; give the key of one of the candidates',
    labelled.map(({ key, label }) => ({ id: key, key, name: label })),
  );
}

const labels = new WeakMap<readonly Choice[], Labels>();

function labelsOf(choices: readonly Choice[]): Labels {
  let known = labels.get(choices);
  if (!known) labels.set(choices, (known = Map.groupBy(choices, ({ label }) => folded(label))));
  return known;
}

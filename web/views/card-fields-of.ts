import type { Field } from '../../schemas/fields.ts';
import { systemKeys } from '../fields/shape.ts';
import { fieldNamed } from '../fields/words.ts';
import { isTitleOf } from './naming.ts';
import type { ViewedRecord } from './props.ts';

/** More on a card would hide the others. The record's page has all. */
const shownUnasked = 3;

/** The fields that a card shows below its title, except the ones that place it. Unasked, none repeats the titles. */
export function cardFieldsOf(
  keys: readonly string[] | undefined,
  fields: readonly Field[],
  placing: readonly (string | undefined)[],
  records: readonly ViewedRecord[] = [],
): readonly Field[] {
  const chosen = keys
    ? keys.flatMap((name) => fieldNamed(fields, name) ?? [])
    : fields
        .filter(({ key }) => !systemKeys.has(key) && !placing.includes(key) && !isTitleOf(records, key))
        .slice(0, shownUnasked);
  return chosen.filter(({ key }) => key !== 'title');
}

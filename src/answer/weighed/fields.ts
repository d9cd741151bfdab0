import { isMultiple } from '../../../schemas/fields.ts';
import { units } from '../language/lexicon/units.ts';
import { isMoney } from '../plain/measures.ts';
import { isDate, isNumber, isPerson, type SubjectField, unitOf } from '../plain/named.ts';
import { numberMeant } from '../free/fields.ts';
import { personal } from '../free/lexicon.ts';
import type { Scene } from '../free/scene.ts';

const knownPreferred = new WeakMap<Scene, SubjectField | undefined>();

/** The amount of money that is meant where none is named. */
export function preferred(scene: Scene): SubjectField | undefined {
  if (!knownPreferred.has(scene)) {
    const moneyFields = scene.fields.filter((field) => isNumber(field) && isMoney(field));
    const all = moneyFields.map((field) => ({ field, from: 0, to: 0, level: 0 }));
    knownPreferred.set(scene, numberMeant(scene.line, all, scene.subject, true)?.field);
  }
  return knownPreferred.get(scene);
}

/** The kind of amount that a number is. */
export function kindOf(field: SubjectField): string {
  if (field.type === 'percent') return 'percent';
  if (isMoney(field)) return 'money';
  const unit = unitOf(field);
  if (unit === 'hr' || unit === 'min' || /\b(?:minutes|hours|duration|length|time)\b/iu.test(field.label))
    return 'duration';
  if (unit !== undefined && units.has(unit)) return 'unit';
  return 'number';
}

/** The kind of value that a field holds. */
export function typeOf(field: SubjectField): string {
  if (isDate(field)) return 'date';
  if (isNumber(field)) return kindOf(field);
  if (isMultiple(field)) return 'multi';
  if (isPerson(field) || personal.test(field.label)) return 'person';
  return field.options?.choices ? 'choice' : 'text';
}

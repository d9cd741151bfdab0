import { type FieldType, numberTypes, systemFields } from '../../schemas/field-types.ts';
import type { Field } from '../../schemas/fields.ts';
import type { Column } from '../../schemas/queries.ts';

/** The shape of a value: its type, and how numbers and choices of its field are written. */
export interface Shape {
  readonly type: Column['type'];
  readonly options?: Field['options'];
}

/** Numbers stand at the end of a cell, so that their digits line up. */
export const isNumeric = ({ type }: Shape): boolean => numberTypes.has(type as FieldType);

export const labelOf = (fields: readonly Field[], key: string): string =>
  fields.find((field) => field.key === key)?.label ?? key;

/** The label of a choice by its key. */
export const choiceLabel = ({ options }: Shape, key: unknown): string =>
  options?.choices?.find((choice) => choice.key === key)?.label ?? String(key);

/** The tone at a place among choices: each is far from the ones before it. */
export const colorAt = (place: number): string => `.65 .15 ${place * 137 + 255}`;

/** The colour that people gave a choice, else the one of its place. */
export function colorOf({ options }: Pick<Shape, 'options'>, key: unknown): string | undefined {
  const choices = options?.choices ?? [];
  const place = choices.findIndex((choice) => choice.key === key);
  return choices[place] && (choices[place].color ?? colorAt(place));
}

/** The keys of the fields that every record has. Tables show them only where they are named. */
export const systemKeys: ReadonlySet<string> = new Set(Object.keys(systemFields));

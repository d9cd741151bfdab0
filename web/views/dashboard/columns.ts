import type { Field } from '../../../schemas/fields.ts';
import type { Column, Row } from '../../../schemas/queries.ts';
import { textOf } from '../../fields/format.ts';
import type { Shape } from '../../fields/shape.ts';
import { fieldNamed, metricWords } from '../../fields/words.ts';
import { metricShape } from '../metric-shape.ts';
import { periodWords } from '../period-words.ts';
import type { DefinitionOf } from '../props.ts';

/** The parts of a widget or of a typed query that say which figures they ask for. */
export type Asked = Partial<Omit<DefinitionOf<'dashboard'>['widgets'][number], 'id' | 'title' | 'type'>>;

/** A column of figures: its label in words, and how its values are written. */
export interface Figures {
  readonly key: string;
  readonly label: string;
  readonly shape: Shape;
  readonly isMetric: boolean;
  /** Values are periods, such as months. */
  readonly isPeriod: boolean;
}

export function figuresOf(columns: readonly Column[], asked: Asked, fields: readonly Field[]): Figures[] {
  return columns.map(({ key, label, type }) => {
    const metric = asked.metrics?.find(({ alias }) => alias === key);
    if (metric) {
      return {
        key,
        label: metricWords(metric, fields),
        shape: metricShape(metric, fields),
        isMetric: true,
        isPeriod: false,
      };
    }
    const field = fieldNamed(fields, key);
    const isPeriod = !field && (asked.groupBy ?? []).some((group) => typeof group === 'object');
    return { key, label, shape: field ?? { type }, isMetric: false, isPeriod };
  });
}

/** A group in words. People and references have none, and are shown by their field. */
export function groupWords(row: Row, { key, shape, isPeriod }: Figures): string {
  const value = row[key];
  return isPeriod && typeof value === 'string' ? periodWords(value) : textOf(value, shape);
}

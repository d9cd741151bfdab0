import type { Filters, Row, TypedQuery } from '../../../../schemas/queries.ts';
import type { Value } from '../../figures/values.ts';
import type { Word } from '../../language/words.ts';
import type { SubjectField } from '../../plain/named.ts';

/** A figure that is made of two others. */
export interface Paired {
  /** The fields that a record must have. */
  readonly fields: readonly SubjectField[];
  /** The words that say which records count. */
  readonly rest: readonly Word[];
  /** The conditions on the records beside those of the rest. */
  readonly filters?: Filters;
  readonly reading: string;
  /** The figures that are asked for, where whole records are not. */
  readonly metrics?: NonNullable<TypedQuery['metrics']>;
  readonly groupBy?: NonNullable<TypedQuery['groupBy']>;
  readonly valuesIn: (rows: readonly Row[]) => readonly Value[];
}

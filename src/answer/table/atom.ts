import type { Amount } from './words/amounts.ts';
import type { Condition } from './body.ts';
import type { Single, TableField } from './grid.ts';

/** One condition that words of a question may stand for. */
export interface Atom {
  readonly kind: 'cell' | 'part' | 'number' | 'year' | 'compare' | 'not' | 'day' | 'first' | 'choice';
  readonly condition: Condition;
  readonly field: TableField;
  readonly from: number;
  readonly to: number;
  /** Whether the very words stand in the cell. */
  readonly isExact: boolean;
  readonly comparison?: Amount['comparison'];
  /** How the question says a value that people do not know by itself. */
  readonly words?: string;
  /** The single cell value that it asks for. */
  readonly value?: Single | undefined;
}

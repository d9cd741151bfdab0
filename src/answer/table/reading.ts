import type { Atom } from './atom.ts';
import type { Body, Take } from './body.ts';
import type { TableField } from './grid.ts';

/** One way to read a question: a typed query, and how the figures come out of it. */
export interface Reading {
  /** The rule that proposed it, by which its weights are learned. */
  readonly rule: string;
  readonly body: Body;
  readonly take: Take;
  readonly atoms: readonly Atom[];
  /** The field that the figures are of; none for a count of rows. */
  readonly target?: TableField | undefined;
  /** The field that orders, is summed, or is compared. */
  readonly by?: TableField | undefined;
  readonly group?: TableField | undefined;
  /** Tokens that the rule itself accounts for, such as the number in "top 5". */
  readonly uses?: readonly number[];
}

import type { Field, Operator } from '../../../schemas/fields.ts';
import type { Filters } from '../../../schemas/queries.ts';
import { isWhole, operandOf } from '../../fields/filters/operands.ts';
import { fieldNamed } from '../../fields/words.ts';
import type { Filter } from './names.ts';

/** A condition that is being written. Its ID stays while it is. */
export interface ConditionNode {
  readonly id: number;
  readonly field: string;
  readonly operator: Operator;
  readonly value?: unknown;
}

/** Conditions of which all hold, or any. */
export interface GroupNode {
  readonly id: number;
  readonly join: 'and' | 'or';
  readonly members: readonly FilterNode[];
}

export type FilterNode = ConditionNode | GroupNode;

/** Groups are nested this deep at most. */
export const deepest = 2;

let lastId = 0;
const newId = () => (lastId += 1);

export const isGroup = (node: FilterNode): node is GroupNode => 'join' in node;

export const treeOf = (filters: Filters, fields: readonly Field[]): readonly FilterNode[] =>
  filters.map((filter) => nodeOf(filter, fields));

function nodeOf(filter: Filter, fields: readonly Field[]): FilterNode {
  if ('or' in filter) return { id: newId(), join: 'or', members: treeOf(filter.or, fields) };
  if ('and' in filter) return { id: newId(), join: 'and', members: treeOf(filter.and, fields) };
  return { ...filter, id: newId(), field: fieldNamed(fields, filter.field)?.key ?? filter.field };
}

/** A condition on a field, with the first operator that it takes. A box that is not ticked is a value. */
export const conditionOn = ({ key, type, operators }: Field, operator: Operator = operators[0]!): ConditionNode => ({
  id: newId(),
  field: key,
  operator,
  value: type === 'checkbox' ? false : undefined,
});

export const groupOf = (join: GroupNode['join'], members: readonly FilterNode[]): GroupNode => ({
  id: newId(),
  join,
  members,
});

/** Whether each condition has its value, and each group a condition. */
export const isFinished = (nodes: readonly FilterNode[]): boolean =>
  nodes.every((node) =>
    isGroup(node) ? node.members.length > 0 && isFinished(node.members) : isWhole(node.operator, node.value),
  );

export const filtersOf = (nodes: readonly FilterNode[]): Filters => nodes.map(filterOf);

function filterOf(node: FilterNode): Filter {
  if (isGroup(node)) return { [node.join]: filtersOf(node.members) } as Filter;
  const { field, operator, value } = node;
  return operandOf(operator) === 'none' ? { field, operator } : { field, operator, value };
}

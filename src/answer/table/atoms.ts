import { isMultiple } from '../../../schemas/field-types.ts';
import { dayOf, utc } from '../../time/days.ts';
import { type Amount, amountsIn } from './words/amounts.ts';
import type { Atom } from './atom.ts';
import type { Condition } from './body.ts';
import type { CellsNamed } from './cells-named.ts';
import { periodsIn } from './days-named.ts';
import { isDated, isNumeric, rowNumberOf, type Single, type TableField } from './grid.ts';
import type { GridQueries } from './grid-query.ts';
import { exclusions } from '../language/lexicon/grammar.ts';
import type { Token } from './words/words.ts';

const mostValues = 200;

export function atomsOf(
  question: string,
  tokens: readonly Token[],
  named: readonly CellsNamed[],
  fields: readonly TableField[],
  queries: GridQueries | undefined,
): Atom[] {
  const cells = named.flatMap((one) => cellAtoms(question, tokens, one));
  const rowNumber = rowNumberOf(fields);
  const compared = fields.filter((field) => field !== rowNumber);
  const amounts = amountsIn(tokens).flatMap((amount) => compared.flatMap((field) => amountAtoms(amount, field)));
  const all = [...cells, ...amounts, ...periodsIn(tokens, fields), ...checkboxAtoms(tokens, fields)];
  const negated = isNegating(tokens) ? all.flatMap(negation) : [];
  return [...all, ...negated].filter(({ condition }) => queries === undefined || isWorthAsking(queries, condition));
}

/** A condition that no row or every row meets says nothing. */
function isWorthAsking(queries: GridQueries, condition: Condition): boolean {
  const { length } = queries.matching([condition]);
  return length > 0 && (length < queries.grid.rows || queries.grid.rows === 1 || condition.operator === 'eq');
}

function cellAtoms(question: string, tokens: readonly Token[], named: CellsNamed): Atom[] {
  const { field, from, to, whole, holding, isExact } = named;
  const atoms: Atom[] = [];
  const words = question.slice(tokens[from]!.start, tokens[to - 1]!.end);
  const base = { field, from, to, isExact, words };
  if (whole.length > 0 && whole.length <= mostValues) {
    const value = whole.length === 1 ? whole[0] : undefined;
    atoms.push({ ...base, kind: 'cell', condition: oneOf(field, whole), value });
  }
  if (holding.length > whole.length && holding.length <= mostValues) {
    const holds = holding.every((value) => String(value).toLowerCase().includes(words.toLowerCase()));
    const isText = field.type !== 'select' && !isMultiple(field);
    const condition =
      holds && isText ? { field: field.key, operator: 'contains' as const, value: words } : oneOf(field, holding);
    atoms.push({ ...base, kind: 'part', condition, value: holding.length === 1 ? holding[0] : undefined });
  }
  return atoms;
}

function oneOf(field: TableField, values: readonly Single[]): Condition {
  if (isMultiple(field)) return { field: field.key, operator: 'has_any_of', value: values };
  return values.length === 1
    ? { field: field.key, operator: 'eq', value: values[0] }
    : { field: field.key, operator: 'in', value: values };
}

function amountAtoms(amount: Amount, field: TableField): Atom[] {
  const { comparison, number, upTo, from, to, isDecade } = amount;
  const base = { field, from, to, isExact: true, comparison };
  if (isNumeric(field)) {
    if (isDecade)
      return [
        {
          ...base,
          kind: 'compare',
          comparison: 'between',
          condition: { field: field.key, operator: 'between', value: [number, number + 9] },
        },
      ];
    const value = comparison === 'between' ? [number, upTo!] : number;
    const kind = comparison === 'eq' ? 'number' : 'compare';
    return [
      {
        ...base,
        kind,
        condition: { field: field.key, operator: comparison, value },
        value: comparison === 'eq' ? number : undefined,
      },
    ];
  }
  if (!isDated(field) || !isYear(number)) return [];
  const kind = comparison === 'eq' ? 'year' : 'compare';
  return [
    {
      ...base,
      kind,
      condition: { field: field.key, ...yearCondition(comparison, number, isDecade ? number + 9 : upTo) },
    },
  ];
}

const isYear = (number: number) => Number.isInteger(number) && number >= 1_000 && number <= 2_999;

function yearCondition(
  comparison: Amount['comparison'],
  year: number,
  upTo = year,
): Pick<Condition, 'operator' | 'value'> {
  const [first, last] = [dayOf(utc(year, 1, 1)), dayOf(utc(upTo, 12, 31))];
  switch (comparison) {
    case 'gt':
      return { operator: 'gt', value: dayOf(utc(year, 12, 31)) };
    case 'gte':
      return { operator: 'gte', value: first };
    case 'lt':
      return { operator: 'lt', value: first };
    case 'lte':
      return { operator: 'lte', value: dayOf(utc(year, 12, 31)) };
    case 'eq':
    case 'between':
      return { operator: 'between', value: [first, last] };
  }
}

/** `paid deals`: a checkbox is asked for by its label, and by `not` or `un-` before it. */
function checkboxAtoms(tokens: readonly Token[], fields: readonly TableField[]): Atom[] {
  return fields
    .filter(({ type }) => type === 'checkbox')
    .flatMap((field) => {
      const label = field.label.toLowerCase();
      return tokens.flatMap((token, at): Atom[] => {
        const isPlain = token.text === label;
        if (!isPlain && token.text !== `un${label}`) return [];
        const value = isPlain && !['not', 'without', 'no'].includes(tokens[at - 1]?.text ?? '');
        const condition = { field: field.key, operator: 'eq' as const, value };
        return [{ kind: 'choice', condition, field, from: at, to: at + 1, isExact: true, value }];
      });
    });
}

/** `didn` and `t` are the tokens of "didn't". */
const isNegating = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ text }, at) => exclusions.has(text) || text === 'other' || (text.endsWith('n') && tokens[at + 1]?.text === 't'),
  );
const opposites = { eq: 'neq', in: 'not_in', contains: 'not_contains', has_any_of: 'has_none_of' } as const;

function negation(atom: Atom): Atom[] {
  const operator = opposites[atom.condition.operator as keyof typeof opposites];
  if (operator === undefined || atom.kind === 'choice') return [];
  return [{ ...atom, kind: 'not', condition: { ...atom.condition, operator } }];
}

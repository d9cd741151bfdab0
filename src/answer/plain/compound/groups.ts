import type { Filters, TypedQuery } from '../../../../schemas/queries.ts';
import type { Workspace } from '../../../../schemas/index.ts';
import { dataOf, mostOfList } from '../../figures/data.ts';
import { numberIn, numeral } from '../line.ts';
import { isSameWord, type Word } from '../../language/words.ts';
import type { CellNamed } from '../../subjects/cells.ts';
import type { Subject } from '../../subjects/subjects.ts';
import { mistaken, type PlainAnswer } from '../answer.ts';
import { isGroup, onlyOne, ownFields, type SubjectField, wordsOfLabel } from '../named.ts';
import { opposite } from '../opposites.ts';
import { countWords, type Figure, figureOf, textOf, wordsOfAsking } from './figure.ts';

type Metric = NonNullable<TypedQuery['metrics']>[number];
type Having = NonNullable<TypedQuery['having']>[number];

/** The figures that a group must have, and the plans that they rest on. */
interface Needed {
  readonly figures: readonly Figure[];
  readonly metrics: readonly Metric[];
  readonly having: readonly Having[];
  readonly filters: Filters;
}

const asking = /^(?:(which|what|list|how many)) (?:of (?:the |our )?|the |our )?/u;
const lacking =
  /^(?:(?:have|had|has|got|get|with|are|were) )?(?:(?:never|without(?: any| an?)?|no|not any|nobody)|(?:do|did|does|have|has) not (?:have|had|get|got)?(?: any| an?)?) (?=\S)/u;
const both = /^(?:(?:have|had|has|got|with) )?both (.+) and (.+)$/u;
const only = /^(?:(?:have|had|has|got|with) )?only (?=\S)/u;
const measured = new RegExp(
  String.raw`^(?:have|had|has|with|got|are|is)? ?(?:an? |the |their )?((?:average|mean|median|total|sum)(?: of)? ?.*?) ?(?:is |are |was |were |of )?(more than|over|above|greater than|higher than|exceeding|less than|below|under|lower than|at least|at most) (?:of )?(${numeral}) `,
  'u',
);
const operators: Readonly<Record<string, 'gt' | 'lt' | 'gte' | 'lte'>> = {
  'less than': 'lt',
  below: 'lt',
  under: 'lt',
  'lower than': 'lt',
  'at least': 'gte',
  'at most': 'lte',
};

/**
 * The groups that have records of no kind, of both or of only one, or a figure beyond a number. An example is "Which
 * customers have no disputed invoices?".
 */
export async function answerGroups(
  words: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
  workspace: Workspace,
): Promise<PlainAnswer | undefined> {
  const asked = asking.exec(textOf(words));
  const begin = asked ? countWords(asked[0]) : 0;
  const group = asked && groupAt(words, begin, subject);
  if (!group) return undefined;
  const needed = neededBy(words.slice(begin + wordsOfLabel(group.label).length), subject, cells);
  if (!needed) return undefined;
  const typedQuery: TypedQuery = {
    mode: 'deterministic',
    ...subject.of,
    operation: 'aggregate',
    groupBy: [group.key],
    metrics: [...needed.metrics],
    having: [...needed.having],
    limit: mostOfList,
    filters: [...needed.filters, { field: group.key, operator: 'is_not_empty' }],
  };
  const data = await dataOf(typedQuery, workspace);
  if (!data || data.completeness?.complete === false) return undefined;
  const rows = data.rows ?? [];
  const remarks = await mistaken(
    needed.figures.flatMap(({ plan }) => plan.assumes ?? []),
    workspace,
  );
  if (wordsOfLabel(group.label).every((word) => subject.heads.some((head) => isSameWord(word, head))))
    remarks.push(`Counted by ${group.label}.`);
  remarks.push(...(await unused(group, subject, typedQuery.filters!, workspace)));
  const unsure = [...new Set(needed.figures.flatMap(({ plan }) => plan.unsure))];
  const isCounted = asked[1] === 'how many' || rows.length === 0;
  const values = isCounted
    ? [{ value: rows.length, type: 'number' }]
    : rows.map((row) => ({ value: row[group.key] as string, type: group.type, fieldKey: group.key }));
  return { values, typedQuery, isExact: unsure.length + remarks.length === 0, unsure, remarks };
}

/** A choice without any record is among no groups. */
async function unused(
  { key, label, options }: SubjectField,
  subject: Subject,
  filters: Filters,
  workspace: Workspace,
): Promise<string[]> {
  if (!options?.choices) return [];
  const alias = 'number_of_different';
  const metrics = [{ alias, function: 'count_distinct' as const, field: key }];
  const data = await dataOf(
    { mode: 'deterministic', ...subject.of, operation: 'aggregate', metrics, filters },
    workspace,
  );
  const isAll = data?.rows?.[0]?.[alias] === options.choices.length;
  return isAll ? [] : [`Some choices of ${label} have no records here.`];
}

/** The field whose label stands at a word. */
const groupAt = (words: readonly Word[], at: number, subject: Subject): SubjectField | undefined =>
  onlyOne(
    ownFields(subject).filter((field) => {
      const label = wordsOfLabel(field.label);
      return isGroup(field) && label.every((word, index) => words[at + index] && isSameWord(words[at + index]!, word));
    }),
  );

function neededBy(rest: readonly Word[], subject: Subject, cells: readonly CellNamed[]): Needed | undefined {
  const text = textOf(rest);
  const counted = (words: readonly Word[]) => countOf(words, subject, cells);
  const without = lacking.exec(text);
  if (without) return none(counted(rest.slice(countWords(without[0]))));
  const pair = both.exec(text.trim());
  if (pair) return each(pair, rest, subject, counted);
  const sole = only.exec(text);
  if (sole) return noOther(counted(rest.slice(countWords(sole[0]))));
  const figure = measured.exec(text);
  return figure ? beyond(figure, rest, subject, cells) : undefined;
}

/** The number of records of a kind. The kind must be one. */
function countOf(words: readonly Word[], subject: Subject, cells: readonly CellNamed[]): Figure | undefined {
  const isNamed = words.some(({ root }) => subject.called.has(root));
  const named = isNamed ? words : [...subject.heads.slice(0, 1), ...words];
  const figure = figureOf('how many', named, subject, cells);
  return figure?.metric.function === 'count_rows' && figure.filters.length > 0 ? figure : undefined;
}

const none = (figure: Figure | undefined): Needed | undefined =>
  figure && {
    figures: [figure],
    metrics: [{ ...figure.metric, filters: [...figure.filters] }],
    having: [{ field: figure.metric.alias, operator: 'eq', value: 0 }],
    filters: [],
  };

/** Every record of the group is of the kind. */
function noOther(figure: Figure | undefined): Needed | undefined {
  const filter = figure && onlyOne(figure.filters);
  const other = filter && opposite(filter);
  return other && none({ ...figure, filters: [other] });
}

function each(
  [, one, other]: RegExpExecArray,
  rest: readonly Word[],
  { called }: Subject,
  counted: (words: readonly Word[]) => Figure | undefined,
): Needed | undefined {
  const last = rest.slice(rest.length - countWords(other!));
  const end = rest.length - last.length - 1;
  const first = rest.slice(end - countWords(one!), end);
  const noun = last.filter(({ root }) => called.has(root));
  const isNamed = first.some(({ root }) => called.has(root));
  const figures = [counted(isNamed ? first : [...first, ...noun]), counted(last)];
  if (!figures.every((figure) => figure !== undefined)) return undefined;
  const aliases = ['first', 'second'];
  return {
    figures,
    metrics: figures.map(({ metric, filters }, at) => ({ ...metric, alias: aliases[at]!, filters: [...filters] })),
    having: aliases.map((field) => ({ field, operator: 'gt', value: 0 })),
    filters: [],
  };
}

/** A figure of the group is above or below a number. */
function beyond(
  match: RegExpExecArray,
  rest: readonly Word[],
  subject: Subject,
  cells: readonly CellNamed[],
): Needed | undefined {
  const [all, asked, compares, number] = match;
  const begin = countWords(all.slice(0, all.indexOf(asked!)));
  const words = [...rest.slice(begin, begin + countWords(asked!)), ...rest.slice(countWords(all))];
  const bare = words.length === 1 || /^(?:total|sum)(?: of)?$/u.test(asked!.trim()) ? wordsOfAsking('amount') : [];
  const figure =
    figureOf('what is', words, subject, cells) ??
    (bare.length > 0 ? figureOf('what is', [...words, ...bare], subject, cells) : undefined);
  if (!figure || figure.metric.function === 'count_rows') return undefined;
  return {
    figures: [figure],
    metrics: [figure.metric],
    having: [{ field: figure.metric.alias, operator: operators[compares!] ?? 'gt', value: numberIn(number!) }],
    filters: figure.filters,
  };
}

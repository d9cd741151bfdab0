import { dateTypes, type FieldType } from '../../../schemas/field-types.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { Renderer, ViewDefinition } from '../../../schemas/views.ts';
import type { DefinitionOf } from '../../views/props.ts';

export type Widget = DefinitionOf<'dashboard'>['widgets'][number];
export type Metric = NonNullable<Widget['metrics']>[number];
export type Group = NonNullable<Widget['groupBy']>[number];

/** The names of the renderers, and how each shows records. */
export const renderers: Record<Renderer, { readonly label: string; readonly about: string }> = {
  table: { label: 'Table', about: 'Records in rows, fields in columns.' },
  board: { label: 'Board', about: 'Records as cards, a column for each choice, person, or yes and no.' },
  calendar: { label: 'Calendar', about: 'Records on the days of a month.' },
  timeline: { label: 'Timeline', about: 'Records as bars from a start to an end.' },
  dashboard: { label: 'Dashboard', about: 'Figures and charts.' },
  pivot_table: { label: 'Pivot table', about: 'A figure by the values of fields and by periods.' },
};

/** Types whose values are the columns of a board, or the groups of a table or timeline. */
const boardTypes: ReadonlySet<FieldType> = new Set(['select', 'user', 'checkbox']);
const systemDates: ReadonlySet<string> = new Set(['created_at', 'updated_at']);

export const boardFields = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ key, type }) => boardTypes.has(type) && key !== 'created_by');

/** Fields by which the bars of a timeline are grouped. */
export const groupFields = (fields: readonly Field[]): readonly Field[] =>
  fields.filter(({ type }) => boardTypes.has(type));

/** Fields by which the records of a table are grouped: each record is in one group. */
export const singleFields = (fields: readonly Field[]): readonly Field[] =>
  groupFields(fields).filter(({ multiple }) => multiple !== true);

/** Fields of dates, the ones of people first. */
export const dateFields = (fields: readonly Field[]): readonly Field[] => {
  const all = fields.filter(({ type }) => dateTypes.has(type));
  return [...all.filter(({ key }) => !systemDates.has(key)), ...all.filter(({ key }) => systemDates.has(key))];
};

/** Why a kind of View is not offered. */
export const withoutBoard = 'A Board needs a field of one choice, several choices, a person, or yes and no.';

/** Whether the fields of a Data Set suffice for such Views. */
export const isPossible = (renderer: Renderer, fields: readonly Field[]): boolean =>
  renderer !== 'board' || boardFields(fields).length > 0;

/** The keys that Views of every renderer have. */
type Common = Pick<ViewDefinition, 'name' | 'objectTypeId' | 'filters'>;

/** A View of a renderer with the first fields that suit it. */
export function begun(renderer: Renderer, fields: readonly Field[], common: Common): ViewDefinition {
  const date = dateFields(fields)[0]?.key ?? '';
  switch (renderer) {
    case 'table':
      return { ...common, renderer };
    case 'board':
      return { ...common, renderer, groupByFieldKey: boardFields(fields)[0]?.key ?? '' };
    case 'calendar':
      return { ...common, renderer, dateFieldKey: date, endDateFieldKey: endFor(date, fields) };
    case 'timeline':
      return { ...common, renderer, startFieldKey: date, endFieldKey: endFor(date, fields) ?? date };
    case 'dashboard':
      return { ...common, renderer, widgets: firstWidgets(fields) };
    case 'pivot_table':
      return {
        ...common,
        renderer,
        rowFieldKeys: boardFields(fields)
          .slice(0, 1)
          .map(({ key }) => key),
        period: { fieldKey: date, interval: 'month' },
        metric: { function: 'count_rows' },
        totals: { rows: true, columns: true },
      };
  }
}

/** The first other date of the same type. */
function endFor(start: string, fields: readonly Field[]): string | undefined {
  const type = fields.find(({ key }) => key === start)?.type;
  const other = dateFields(fields).find(
    (field) => field.key !== start && field.type === type && !systemDates.has(field.key),
  );
  return other?.key;
}

/** The number of all records, and a chart of it by the first choice. */
function firstWidgets(fields: readonly Field[]): Widget[] {
  const count = newWidget([]);
  const choice = fields.find(({ type }) => type === 'select') ?? boardFields(fields)[0];
  if (!choice) return [count];
  return [count, { ...newWidget([count]), title: `By ${choice.label}`, type: 'column', groupBy: [choice.key] }];
}

/** A number of all records, with an ID that no other widget has. */
export const newWidget = (others: readonly Widget[]): Widget => ({
  id: freeName('widget', new Set(others.map(({ id }) => id))),
  title: 'Number of records',
  type: 'number',
  metrics: [{ alias: 'count', function: 'count_rows' }],
});

/** By what a chart shows figures apart until somebody chooses: a line by months, others by the first choice. */
export function firstGroups(type: Widget['type'], fields: readonly Field[]): Group[] {
  const choice = boardFields(fields)[0]?.key;
  const date = dateFields(fields)[0]?.key;
  const months: Group[] = date === undefined ? [] : [{ field: date, interval: 'month' }];
  if (type === 'number') return [];
  return type === 'line' || choice === undefined ? months : [choice];
}

export const newMetric = (others: readonly Metric[]): Metric => ({
  alias: freeName('metric', new Set(others.map(({ alias }) => alias))),
  function: 'count_rows',
});

function freeName(word: string, taken: ReadonlySet<string>): string {
  let number = taken.size + 1;
  while (taken.has(`${word}${number}`)) number += 1;
  return `${word}${number}`;
}

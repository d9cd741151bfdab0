import type { Field } from '../../../schemas/fields.ts';
import type { ViewDefinition } from '../../../schemas/views.ts';
import { mistakeOf } from '../../data/problems.ts';
import { boardFields, dateFields, groupFields, singleFields } from './beginning.ts';
import { FieldChoice } from './field-choice.tsx';
import { FieldsChoice } from './fields-choice.tsx';
import { PivotParts } from './pivot-parts.tsx';
import { SortChoice } from './sort-choice.tsx';
import { Widgets } from './widgets.tsx';

interface PartsProps {
  readonly draft: ViewDefinition;
  readonly set: (draft: ViewDefinition) => void;
  readonly fields: readonly Field[];
  readonly error: unknown;
}

/** The keys of a definition that one renderer alone has. */
export function Parts({ draft, set, fields, error }: PartsProps) {
  const wrong = (name: string) => mistakeOf(error, name);
  switch (draft.renderer) {
    case 'table':
      return (
        <>
          <FieldsChoice
            label="Columns"
            none="All fields, in their order."
            fields={fields}
            chosen={draft.columns ?? []}
            choose={(columns) => set({ ...draft, columns: someOf(columns) })}
          />
          <Groups {...{ draft, set, error }} fields={singleFields(fields)} />
          <SortChoice fields={fields} sort={draft.sort ?? []} set={(sort) => set({ ...draft, sort: someOf(sort) })} />
        </>
      );
    case 'board':
      return (
        <>
          <FieldChoice
            label="A column for each value of"
            mistake={wrong('groupByFieldKey')}
            fields={boardFields(fields)}
            value={draft.groupByFieldKey}
            choose={(groupByFieldKey = '') => set({ ...draft, groupByFieldKey })}
          />
          <OnCards {...{ draft, set, fields }} />
          <SortChoice fields={fields} sort={draft.sort ?? []} set={(sort) => set({ ...draft, sort: someOf(sort) })} />
        </>
      );
    case 'calendar':
      return (
        <>
          <FieldChoice
            label="Starts on"
            mistake={wrong('dateFieldKey')}
            fields={dateFields(fields)}
            value={draft.dateFieldKey}
            choose={(dateFieldKey = '') => set({ ...draft, dateFieldKey, endDateFieldKey: undefined })}
          />
          <FieldChoice
            label="Ends on"
            none="The same day"
            mistake={wrong('endDateFieldKey')}
            fields={sameType(dateFields(fields), draft.dateFieldKey)}
            value={draft.endDateFieldKey}
            choose={(endDateFieldKey) => set({ ...draft, endDateFieldKey })}
          />
          <OnCards {...{ draft, set, fields }} />
        </>
      );
    case 'timeline':
      return (
        <>
          <FieldChoice
            label="Starts on"
            mistake={wrong('startFieldKey')}
            fields={dateFields(fields)}
            value={draft.startFieldKey}
            choose={(startFieldKey = '') => set({ ...draft, startFieldKey, endFieldKey: startFieldKey })}
          />
          <FieldChoice
            label="Ends on"
            mistake={wrong('endFieldKey')}
            fields={sameType(dateFields(fields), draft.startFieldKey, true)}
            value={draft.endFieldKey}
            choose={(endFieldKey = '') => set({ ...draft, endFieldKey })}
          />
          <Groups {...{ draft, set, error }} fields={groupFields(fields)} />
          <OnCards {...{ draft, set, fields }} />
        </>
      );
    case 'dashboard':
      return <Widgets widgets={draft.widgets} fields={fields} set={(widgets) => set({ ...draft, widgets })} />;
    case 'pivot_table':
      return <PivotParts draft={draft} set={set} fields={fields} error={error} />;
  }
}

type Groupable = Extract<ViewDefinition, { renderer: 'table' | 'timeline' }>;

const Groups = ({ draft, set, fields, error }: PartsProps & { readonly draft: Groupable }) => (
  <FieldChoice
    label="Grouped by"
    none="No groups"
    mistake={mistakeOf(error, 'groupByFieldKey')}
    fields={fields}
    value={draft.groupByFieldKey}
    choose={(groupByFieldKey) => set({ ...draft, groupByFieldKey })}
  />
);

type Carded = Extract<ViewDefinition, { cardFieldKeys?: unknown }>;

const OnCards = ({ draft, set, fields }: Pick<PartsProps, 'set' | 'fields'> & { readonly draft: Carded }) => (
  <FieldsChoice
    label="Fields below the title"
    none="The first ones that have a value."
    fields={fields.filter(({ key }) => key !== 'title')}
    chosen={draft.cardFieldKeys ?? []}
    choose={(keys) => set({ ...draft, cardFieldKeys: someOf(keys) })}
  />
);

const someOf = <One,>(list: One[]): One[] | undefined => (list.length === 0 ? undefined : list);

/** An end is of the type of its start. */
const sameType = (dates: readonly Field[], start: string, withItself = false): readonly Field[] => {
  const type = dates.find(({ key }) => key === start)?.type;
  return dates.filter((field) => field.type === type && (withItself || field.key !== start));
};

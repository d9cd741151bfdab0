import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { Dot } from '../../fields/choice.tsx';
import { fieldNamed } from '../../fields/words.ts';
import { Shown } from '../../ui/shown.tsx';
import { CardFields } from '../card-fields.tsx';
import { cardFieldsOf } from '../card-fields-of.ts';
import type { ViewData, ViewedRecord, ViewProps } from '../props.ts';
import styles from './board-view.module.css';

type Group = NonNullable<ViewData['groups']>[number];

/** Records as cards, in a column for each value of a field. The counts are those of the whole View. */
export function BoardView({ definition, data, fields }: ViewProps<'board'>) {
  const field = fieldNamed(fields, definition.groupByFieldKey);
  const shown = cardFieldsOf(definition.cardFieldKeys, fields, [definition.groupByFieldKey]);
  const groups = (data.groups ?? []).filter(({ key, count }) => key !== undefined || count > 0);
  return (
    <div className={styles.board} tabIndex={0} role="region" aria-label={definition.name}>
      {groups.map((group) => (
        <Column
          key={String(group.key)}
          group={group}
          field={field}
          cards={(data.records ?? []).filter(({ values }) => isIn(group, values[field?.key ?? '']))}
          shown={shown}
        />
      ))}
    </div>
  );
}

function isIn({ key }: Group, value: unknown): boolean {
  if (Array.isArray(value)) return value.includes(key);
  return key === false ? value !== true : value === key;
}

interface ColumnProps {
  readonly group: Group;
  readonly field: Field | undefined;
  readonly cards: readonly ViewedRecord[];
  readonly shown: readonly Field[];
}

function Column({ group, field, cards, shown }: ColumnProps) {
  const { RecordLink } = useAround();
  const { label, count, key } = group;
  return (
    <section className={styles.column}>
      <h2 className={styles.head}>
        <Dot color={field?.options?.choices?.find((choice) => choice.key === key)?.color} />
        <span className={styles.label}>
          <Shown text={label} />
        </span>
        <span className={styles.count}>{cards.length < count ? `${cards.length} of ${count}` : count}</span>
      </h2>
      <ul className={styles.cards}>
        {cards.map((record) => (
          <li key={record.id} className={styles.card}>
            <RecordLink id={record.id} className={styles.title ?? ''}>
              <Shown text={record.title} />
            </RecordLink>
            <CardFields record={record} fields={shown} />
          </li>
        ))}
      </ul>
      {count === 0 && <p className={styles.none}>No records</p>}
    </section>
  );
}

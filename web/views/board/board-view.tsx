import { useLayoutEffect, useRef, useState } from 'react';
import { fieldNamed } from '../../fields/words.ts';
import { cardFieldsOf } from '../card-fields-of.ts';
import type { ViewedRecord, ViewProps } from '../props.ts';
import { Column } from './column.tsx';
import { type Group, type Held, isIn, movedValue, valueIn } from './groups.ts';
import { useArrows } from './use-arrows.ts';
import styles from './board-view.module.css';

export interface BoardActions {
  /** Gives a card the value of another column. */
  readonly move: (card: ViewedRecord, values: Record<string, unknown>, to: Group) => void;
  /** Adds a card. Resolves to what is wrong with it. */
  readonly add: (title: string, values: Record<string, unknown>) => Promise<string | undefined>;
}

interface BoardViewProps extends ViewProps<'board'> {
  /** Without them the board is for reading. */
  readonly actions?: BoardActions | undefined;
}

/** Records as cards, in a column for each value of a field. The counts are those of the whole View. */
export function BoardView({ definition, data, fields, actions, Drill }: BoardViewProps) {
  const [held, hold] = useState<Held>();
  const box = useRef<HTMLDivElement>(null);
  const moved = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (moved.current === undefined) return;
    box.current?.querySelector<HTMLElement>(`[data-card="${moved.current}"] a`)?.focus();
    moved.current = undefined;
  });
  useArrows(box);

  const field = fieldNamed(fields, definition.groupByFieldKey);
  if (!field) return null;
  const shown = cardFieldsOf(definition.cardFieldKeys, fields, [definition.groupByFieldKey], data.records);
  const groups = (data.groups ?? []).filter(({ key, count }) => key !== undefined || count > 0);
  const move = ({ card, from }: Held, to: Group) => {
    hold(undefined);
    if (from.key === to.key) return;
    moved.current = card.id;
    actions?.move(card, { [field.key]: movedValue(card.values[field.key], from, to) }, to);
  };
  return (
    <div className={styles.board} tabIndex={0} role="region" aria-label={definition.name} ref={box}>
      {groups.map((group, index) => (
        <Column
          key={String(group.key)}
          group={group}
          others={groups.filter((one) => one !== group)}
          neighbours={[groups[index - 1], groups[index + 1]]}
          field={field}
          cards={(data.records ?? []).filter(({ values }) => isIn(group, values[field.key]))}
          shown={shown}
          held={held}
          hold={hold}
          move={actions && move}
          add={
            actions &&
            ((title) =>
              actions.add(
                title,
                group.key === undefined ? {} : { [field.key]: valueIn(group, field.multiple === true) },
              ))
          }
          Drill={Drill}
        />
      ))}
    </div>
  );
}

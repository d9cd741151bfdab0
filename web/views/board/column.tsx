import { type DragEvent, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { Dot } from '../../fields/choice.tsx';
import { colorOf } from '../../fields/shape.ts';
import { Shown } from '../../ui/shown.tsx';
import { countWords } from '../count-words.ts';
import { conditionOf } from '../drill.ts';
import type { ViewedRecord, ViewProps } from '../props.ts';
import { AddCard } from './add-card.tsx';
import { Card } from './card.tsx';
import type { Group, Held } from './groups.ts';
import styles from './board-view.module.css';

interface ColumnProps extends Pick<ViewProps<'board'>, 'Drill'> {
  readonly group: Group;
  /** Where its cards may go, and the columns before and after. */
  readonly others: readonly Group[];
  readonly neighbours: readonly [Group | undefined, Group | undefined];
  readonly field: Field;
  readonly cards: readonly ViewedRecord[];
  readonly shown: readonly Field[];
  readonly held: Held | undefined;
  readonly hold: (held: Held | undefined) => void;
  readonly move: ((held: Held, to: Group) => void) | undefined;
  readonly add: ((title: string) => Promise<string | undefined>) | undefined;
}

/** A column: its value, how many records have it, their cards, and a place for a new one. */
export function Column({ group, field, cards, shown, held, hold, move, add, Drill, ...around }: ColumnProps) {
  const { label, count, key } = group;
  const { isOver, ...dropping } = useDropping(held !== undefined, () => held && move?.(held, group));
  const counted = countWords(cards.length, count);
  return (
    <section className={styles.column} aria-label={label} data-over={isOver || undefined} {...dropping}>
      <h2 className={styles.head}>
        <Dot color={colorOf(field, key)} />
        <span className={styles.label}>
          <Shown text={label} />
        </span>
        <span className={styles.count}>
          {Drill && count > 0 ? <Drill filters={[conditionOf(field, key)]}>{counted}</Drill> : counted}
        </span>
      </h2>
      <ul className={styles.cards}>
        {cards.map((record) => (
          <Card
            key={record.id}
            record={record}
            fields={shown}
            others={around.others}
            neighbours={around.neighbours}
            hold={(isHeld) => hold(isHeld ? { card: record, from: group } : undefined)}
            move={move && ((to) => move({ card: record, from: group }, to))}
          />
        ))}
      </ul>
      {count === 0 && <p className={styles.none}>No records</p>}
      {add && <AddCard column={label} add={add} />}
    </section>
  );
}

/** Takes what is dropped here, and says whether something is above. */
function useDropping(isOpen: boolean, drop: () => void) {
  const [isOver, setOver] = useState(false);
  return {
    isOver: isOver && isOpen,
    onDragOver: (event: DragEvent) => {
      if (!isOpen) return;
      event.preventDefault();
      setOver(true);
    },
    onDragLeave: (event: DragEvent) => {
      if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
    },
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(false);
      drop();
    },
  };
}

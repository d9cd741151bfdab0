import type { KeyboardEvent } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { useAround } from '../../fields/around.ts';
import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { Shown } from '../../ui/shown.tsx';
import { CardFields } from '../card-fields.tsx';
import type { ViewedRecord } from '../props.ts';
import type { Group } from './groups.ts';
import styles from './board-view.module.css';

interface CardProps {
  readonly record: ViewedRecord;
  readonly fields: readonly Field[];
  readonly others: readonly Group[];
  readonly neighbours: readonly [Group | undefined, Group | undefined];
  readonly hold: (isHeld: boolean) => void;
  readonly move: ((to: Group) => void) | undefined;
}

/** A record. It is moved by dragging it, by its menu, or by Shift and an arrow. */
export function Card({ record, fields, others, neighbours, hold, move }: CardProps) {
  const { RecordLink } = useAround();
  const press = (event: KeyboardEvent<HTMLElement>) => {
    // A menu's keys come through its portal.
    if (!event.shiftKey || !event.currentTarget.contains(event.target as Node)) return;
    const to = { ArrowLeft: neighbours[0], ArrowRight: neighbours[1] }[event.key];
    if (!to) return;
    event.preventDefault();
    move?.(to);
  };
  return (
    <li
      className={styles.card}
      data-card={record.id}
      {...(move && {
        draggable: true,
        onDragStart: ({ dataTransfer, currentTarget }) => {
          dataTransfer.effectAllowed = 'move';
          dataTransfer.setDragImage(currentTarget, 16, 16);
          hold(true);
        },
        onDragEnd: () => hold(false),
        onKeyDown: press,
      })}
    >
      <div className={styles.top}>
        <RecordLink id={record.id} className={styles.title ?? ''}>
          <Shown text={record.title} />
        </RecordLink>
        {move && others.length > 0 && (
          <Menu
            trigger={<IconButton label={`Move ${record.title}`} icon="more" className={styles.move} />}
            items={others.map((to) => ({ label: `Move to ${to.label}`, run: () => move(to) }))}
          />
        )}
      </div>
      <CardFields record={record} fields={fields} />
    </li>
  );
}

import { type ReactNode, useId } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './view-editor.module.css';

interface OrderedListProps<Item> {
  readonly label: string;
  /** The words for an empty list. */
  readonly none: string;
  readonly items: readonly Item[];
  readonly set: (items: Item[]) => void;
  readonly keyOf: (item: Item) => string;
  readonly nameOf: (item: Item) => string;
  /** Shows an item, if its name is not all of it. */
  readonly children?: (item: Item, set: (next: Item) => void) => ReactNode;
  /** The control that adds one. */
  readonly adding: ReactNode;
}

/** Things whose order counts. Each can be moved and taken away. */
export function OrderedList<Item>({
  label,
  none,
  items,
  set,
  keyOf,
  nameOf,
  children,
  adding,
}: OrderedListProps<Item>) {
  const id = useId();
  const without = (index: number) => items.filter((_, other) => other !== index);
  return (
    <div className={styles.ordered} role="group" aria-labelledby={id}>
      <p id={id} className={styles.label}>
        {label}
      </p>
      {items.length === 0 && <p className={styles.hint}>{none}</p>}
      <ol className={styles.items}>
        {items.map((item, index) => (
          <li key={keyOf(item)} className={children ? styles.large : styles.item}>
            {children ? (
              children(item, (next) => set(items.map((one) => (one === item ? next : one))))
            ) : (
              <span className={styles.name}>
                <Shown text={nameOf(item)} />
              </span>
            )}
            <span className={styles.tools}>
              <IconButton
                label={`Move ${nameOf(item)} up`}
                icon="up"
                disabled={index === 0}
                onClick={() => set(without(index).toSpliced(index - 1, 0, item))}
              />
              <IconButton
                label={`Move ${nameOf(item)} down`}
                icon="down"
                disabled={index === items.length - 1}
                onClick={() => set(without(index).toSpliced(index + 1, 0, item))}
              />
              <IconButton label={`Take ${nameOf(item)} away`} icon="close" onClick={() => set(without(index))} />
            </span>
          </li>
        ))}
      </ol>
      {adding}
    </div>
  );
}

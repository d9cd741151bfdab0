import { Shown } from '../ui/shown.tsx';
import styles from './value.module.css';
import { choiceLabel, colorOf, type Shape } from './shape.ts';

/** A choice: its label, and a dot in its colour. */
export function Choice({ value, shape }: { value: unknown; shape: Shape }) {
  return (
    <span className={styles.choice}>
      <Dot color={colorOf(shape, value)} />
      <Shown text={choiceLabel(shape, value)} />
    </span>
  );
}

export const Dot = ({ color }: { color: string | undefined }) => (
  <span
    className={styles.dot}
    data-color={color}
    {...(/\W/.test(color!) && { style: { background: color } })}
    aria-hidden="true"
  />
);

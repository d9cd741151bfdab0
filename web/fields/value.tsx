import type { ReactNode } from 'react';
import { kindOf } from './kinds.ts';
import type { Shape } from './shape.ts';
import styles from './value.module.css';

interface ValueProps {
  readonly value: unknown;
  readonly shape: Shape;
}

/** A value as its field shows it. A list is its values, in order. */
export function Value({ value, shape }: ValueProps): ReactNode {
  if (value === undefined || value === null) return shape.type === 'checkbox' ? 'No' : null;
  const { Cell } = kindOf(shape);
  if (!Array.isArray(value)) return <Cell value={value} shape={shape} />;
  return (
    <span className={styles.list}>
      {value.map((one: unknown) => (
        <span key={String(one)} className={styles.member}>
          <Cell value={one} shape={shape} />
        </span>
      ))}
    </span>
  );
}

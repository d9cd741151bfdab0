import type { ReactNode } from 'react';
import styles from './filters.module.css';

/** The line above a list that says which part of it is shown. */
export const Filters = ({ children }: { children: ReactNode }) => <div className={styles.filters}>{children}</div>;

interface PickProps {
  readonly label: string;
  /** The words while nothing is picked: "All channels". */
  readonly all: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  readonly pick: (value: string | undefined) => void;
}

/** A filter of which one value may be picked. */
export const Pick = ({ label, all, options, value = '', pick }: PickProps) => (
  <select
    aria-label={label}
    className={styles.select}
    value={value}
    onChange={({ target }) => pick(target.value === '' ? undefined : target.value)}
  >
    <option value="">{all}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </select>
);

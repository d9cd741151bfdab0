import type { DataSet } from '../../../schemas/data-sets.ts';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { Button } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './imports.module.css';

interface NamesakeProps {
  readonly dataSet: DataSet;
  readonly choose: (dataSet: DataSet) => void;
}

/** A Data Set that has the name of the table: the rows may go there. */
export const Namesake = ({ dataSet, choose }: NamesakeProps) => (
  <div className={styles.namesake}>
    <span>
      This channel has a Data Set named “<Shown text={dataSet.name} />
      ”.
    </span>
    {!dataSet.readOnly && (
      <Button onClick={() => choose(dataSet)}>{`Add the rows to ${shownOnLine(dataSet.name)}`}</Button>
    )}
  </div>
);

/** The Data Set that the rows go into by choice, and the way back. */
export const Chosen = ({ dataSet, leave }: { readonly dataSet: DataSet; readonly leave: () => void }) => (
  <div className={styles.namesake} role="status">
    <span>
      The rows are added to “<Shown text={dataSet.name} />
      ”.
    </span>
    <Button onClick={leave}>Make a new Data Set instead</Button>
  </div>
);

/** The Data Set of a name, whatever its capitals. */
export const named = (name: string, dataSets: readonly DataSet[]): DataSet | undefined =>
  dataSets.find((dataSet) => dataSet.name.toLowerCase() === name.trim().toLowerCase());

/** The name, or that with the first number behind it that is free. */
export function freeName(name: string, dataSets: readonly DataSet[]): string {
  for (let number = 2, free = name; ; number += 1) {
    if (!named(free, dataSets)) return free;
    free = `${name.slice(0, limits.title - String(number).length - 1)} ${number}`;
  }
}

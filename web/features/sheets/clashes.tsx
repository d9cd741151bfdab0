import type { Clash } from '../../grid/model/merge.ts';
import { cellsIn } from '../../grid/model/row.ts';
import { Button } from '../../ui/button.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './sheets.module.css';

interface ClashesProps {
  readonly clashes: readonly Clash[];
  /** The names of the columns. */
  readonly names: readonly string[];
  readonly delimiter: string;
  readonly chosen: Chosen;
  readonly choose: (chosen: Chosen) => void;
}

/** Whose words a cell shall have. Nobody has chosen for the others yet. */
export type Chosen = ReadonlyMap<Clash, 'Mine' | 'Theirs'>;

/** Cells that both changed, side by side, to choose from. */
export function Clashes({ clashes, names, delimiter, chosen, choose }: ClashesProps) {
  const all = (whose: 'Mine' | 'Theirs') => choose(new Map(clashes.map((clash) => [clash, whose])));
  return (
    <>
      <div className={styles.all}>
        <Button onClick={() => all('Theirs')}>Theirs for all</Button>
        <Button onClick={() => all('Mine')}>Mine for all</Button>
      </div>
      <div className={styles.clashes} tabIndex={0} role="region" aria-label="Cells that both changed">
        <table>
          <thead>
            <tr>
              <th scope="col">Cell</th>
              <th scope="col">It was</th>
              <th scope="col">Theirs</th>
              <th scope="col">Mine</th>
            </tr>
          </thead>
          <tbody>
            {clashes.map((clash, index) => {
              const { row, column, base, theirs, mine } = clash;
              const name = column === undefined ? 'Whole row' : names[column] || `Column ${column + 1}`;
              const where = `${name}, ${row === 0 ? 'header' : `row ${row}`}`;
              const textOf = (text: string | undefined) =>
                text === undefined ? (
                  <em>removed</em>
                ) : (
                  <Words text={column === undefined ? lineOf(text, delimiter) : text} />
                );
              const option = (whose: 'Theirs' | 'Mine', text: string | undefined) => (
                <label className={styles.option}>
                  <input
                    type="radio"
                    name={`clash-${index}`}
                    aria-label={`${where}: ${whose.toLowerCase()}`}
                    checked={chosen.get(clash) === whose}
                    onChange={() => choose(new Map(chosen).set(clash, whose))}
                  />
                  {textOf(text)}
                </label>
              );
              return (
                <tr key={index}>
                  <th scope="row">
                    <Shown text={where} />
                  </th>
                  <td>{textOf(base)}</td>
                  <td>{option('Theirs', theirs)}</td>
                  <td>{option('Mine', mine)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </>
  );
}

const lineOf = (line: string, delimiter: string): string => cellsIn(line, delimiter).join(' · ');

const Words = ({ text }: { text: string }) => (text === '' ? <em>empty</em> : <Shown text={text} />);

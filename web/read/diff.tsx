import { useMemo } from 'react';
import { Shown } from '../ui/shown.tsx';
import styles from './diff.module.css';
import { type DiffLine, linesOf } from './unified.ts';
import { changedWords, type Words } from './words.ts';

const looks = { '+': styles.added, '-': styles.removed, ' ': undefined, '@': styles.gap };
const words = { '+': 'added', '-': 'removed', ' ': '', '@': '' };

/** A unified diff: added lines with a plus, removed ones with a minus. */
export function Diff({ diff }: { diff: string }) {
  const lines = useMemo(() => linesOf(diff), [diff]);
  const words = useMemo(() => changedWords(lines), [lines]);
  if (lines.length === 0) return <p className={styles.same}>The text is the same in both.</p>;
  return (
    <div className={styles.box} tabIndex={0}>
      <table className={styles.diff}>
        <caption className={styles.hidden}>Lines that changed</caption>
        <tbody>
          {lines.map((line, index) => (
            <Line key={index} line={line} words={words.get(index)} isFirst={index === 0} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LineProps {
  readonly line: DiffLine;
  readonly words: readonly Words[] | undefined;
  readonly isFirst: boolean;
}

function Line({ line: { sign, text, before, after }, words: parts, isFirst }: LineProps) {
  if (sign === '@')
    return isFirst && after === 1 ? null : (
      <tr className={styles.gap}>
        <td colSpan={4}>Line {after}</td>
      </tr>
    );
  return (
    <tr className={looks[sign]}>
      <td className={styles.number}>{before}</td>
      <td className={styles.number}>{after}</td>
      <td className={styles.sign}>
        <span aria-hidden="true">{sign === '-' ? '−' : sign}</span>
        <span className={styles.hidden}>{words[sign]}</span>
      </td>
      <td className={styles.text}>{parts ? <Parts parts={parts} /> : <Shown text={text} />}</td>
    </tr>
  );
}

const Parts = ({ parts }: { parts: readonly Words[] }) =>
  parts.map(({ text, isChanged }, index) =>
    isChanged ? (
      <mark key={index} className={styles.changed}>
        <Shown text={text} />
      </mark>
    ) : (
      <Shown key={index} text={text} />
    ),
  );

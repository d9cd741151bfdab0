import { GroupLabel } from './group-label.tsx';
import { type ChartProps, figureOf } from './series.ts';
import styles from './chart.module.css';

const share = new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 });
/** The circumference of a circle of this radius is 100, so that a share is its length. */
const radius = 100 / (2 * Math.PI);

/** A part of the circle, a little shorter so that parts stand apart, and the rest. */
const dashes = (length: number) => `${Math.max(length - 0.7, 0.3)} ${100 - Math.max(length - 0.7, 0.3)}`;

/** Parts of a whole, with the figure and share of each. */
export function DonutChart({ chart, lead }: ChartProps) {
  const given = chart.series[0]?.values ?? [];
  const values = given.map((value) => Math.max(0, value ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0);
  const isWhole = total > 0 && given.every((value) => value === undefined || value >= 0);
  const starts = values.map((_, index) => values.slice(0, index).reduce((sum, value) => sum + value, 0));
  return (
    <div className={styles.donut}>
      <svg viewBox="0 0 42 42" width="132" height="132" aria-hidden="true">
        {(total > 0 ? values : []).map((value, index) => (
          <circle
            key={index}
            cx="21"
            cy="21"
            r={radius}
            data-series={index % 6}
            strokeDasharray={dashes((value / total) * 100)}
            strokeDashoffset={25 - (starts[index]! / total) * 100}
          />
        ))}
      </svg>
      <ul className={styles.parts}>
        {chart.categories.map(({ row, words }, index) => (
          <li key={words}>
            <span className={styles.swatch} data-series={index % 6} />
            <span className={styles.part}>
              {chart.category && <GroupLabel row={row} column={chart.category} isPlain />}
            </span>
            <span className={styles.figure}>{lead(row, chart.value, figureOf(given[index], chart.value))}</span>
            <span className={styles.share}>
              {isWhole && given[index] !== undefined && share.format(given[index] / total)}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

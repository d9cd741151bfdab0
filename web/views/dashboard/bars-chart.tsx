import { GroupLabel } from './group-label.tsx';
import { Legend } from './plot.tsx';
import { axisOf, type ChartProps, figureOf } from './series.ts';
import styles from './chart.module.css';

/** Bars in rows, each with its figure. */
export function BarsChart({ chart, lead }: ChartProps) {
  const { greatest } = axisOf(chart.series);
  return (
    <>
      <ul className={styles.bars}>
        {chart.categories.map(({ row, words }, index) => (
          <li key={words} className={styles.barRow}>
            <span className={styles.barLabel}>
              {chart.category && <GroupLabel row={row} column={chart.category} />}
            </span>
            <span className={styles.barTracks}>
              {chart.series.map(({ label, column, values, rows }, number) => {
                const value = values[index];
                const figure = figureOf(value, column);
                return (
                  <span key={label} className={styles.track}>
                    <span
                      className={styles.bar}
                      data-series={number % 6}
                      style={{ width: `${Math.max(0, ((value ?? 0) / greatest) * 70)}%` }}
                    />
                    <span className={styles.figure}>{rows[index] ? lead(rows[index], column, figure) : figure}</span>
                  </span>
                );
              })}
            </span>
          </li>
        ))}
      </ul>
      <Legend chart={chart} />
    </>
  );
}

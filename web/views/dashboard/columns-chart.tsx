import { Fragment } from 'react';
import { Legend, Plot } from './plot.tsx';
import { type ChartProps, valueWords } from './series.ts';
import styles from './chart.module.css';

/** Upright bars, side by side within a category. */
export const ColumnsChart = ({ chart, title, lead }: ChartProps) => (
  <>
    <Plot chart={chart} title={title}>
      {(place) => (
        <div className={styles.columns}>
          {chart.categories.map(({ words }, index) => (
            <div key={words} className={styles.cluster}>
              {chart.series.map((series, number) => {
                const { label, column, values, rows } = series;
                const [from, to] = [place(0), place(values[index] ?? 0)];
                const bar = (
                  <span
                    className={styles.column}
                    data-series={number % 6}
                    title={valueWords(chart, series, index)}
                    style={{ bottom: `${Math.min(from, to)}%`, height: `${Math.abs(to - from)}%` }}
                  />
                );
                return <Fragment key={label}>{rows[index] ? lead(rows[index], column, bar, true) : bar}</Fragment>;
              })}
            </div>
          ))}
        </div>
      )}
    </Plot>
    <Legend chart={chart} />
  </>
);

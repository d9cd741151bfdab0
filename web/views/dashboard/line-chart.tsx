import { Fragment } from 'react';
import { Legend, Plot } from './plot.tsx';
import { type ChartProps, type Series, valueWords } from './series.ts';
import styles from './chart.module.css';

/** Lines over the categories. A category without a value interrupts its line. */
export const LineChart = ({ chart, title, lead }: ChartProps) => (
  <>
    <Plot chart={chart} title={title}>
      {(place) => (
        <>
          <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none">
            {chart.series.map((series, index) => (
              <path key={series.label} data-series={index % 6} d={pathOf(series, place)} />
            ))}
          </svg>
          {chart.series.map((series, number) =>
            series.values.map((value, index) => {
              const row = series.rows[index];
              if (value === undefined || !row) return null;
              const point = (
                <span
                  className={styles.point}
                  data-series={number % 6}
                  title={valueWords(chart, series, index)}
                  style={{ left: `${across(series, index)}%`, bottom: `${place(value)}%` }}
                />
              );
              return <Fragment key={`${series.label} ${index}`}>{lead(row, series.column, point, true)}</Fragment>;
            }),
          )}
        </>
      )}
    </Plot>
    <Legend chart={chart} />
  </>
);

/** How far from the left a value stands, in percent. */
const across = ({ values }: Series, index: number): number => ((index + 0.5) * 100) / values.length;

function pathOf(series: Series, place: (value: number) => number): string {
  const { values } = series;
  return values
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const begins = index === 0 || values[index - 1] === undefined;
      const point = `${across(series, index).toFixed(2)} ${(100 - place(value)).toFixed(2)}`;
      // A dot of no length, which round ends make visible.
      const isAlone = begins && values[index + 1] === undefined;
      return [`${begins ? 'M' : 'L'}${point}`, ...(isAlone ? [`L${point}`] : [])];
    })
    .join('');
}

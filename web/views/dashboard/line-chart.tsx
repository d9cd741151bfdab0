import { Legend, Plot } from './plot.tsx';
import type { Chart, Series } from './series.ts';
import styles from './chart.module.css';

/** Lines over the categories. A category without a value interrupts its line. */
export const LineChart = ({ chart, title }: { chart: Chart; title: string }) => (
  <>
    <Plot chart={chart} title={title}>
      {(place) => (
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none">
          {chart.series.map((series, index) => (
            <path key={series.label} data-series={index % 6} d={pathOf(series, place)} />
          ))}
        </svg>
      )}
    </Plot>
    <Legend chart={chart} />
  </>
);

function pathOf({ values }: Series, place: (value: number) => number): string {
  const width = 100 / values.length;
  return values
    .flatMap((value, index) => {
      if (value === undefined) return [];
      const begins = index === 0 || values[index - 1] === undefined;
      const point = `${((index + 0.5) * width).toFixed(2)} ${(100 - place(value)).toFixed(2)}`;
      // A dot of no length, which round ends make visible.
      const isAlone = begins && values[index + 1] === undefined;
      return [`${begins ? 'M' : 'L'}${point}`, ...(isAlone ? [`L${point}`] : [])];
    })
    .join('');
}

import { Legend, Plot } from './plot.tsx';
import type { Chart } from './series.ts';
import styles from './chart.module.css';

/** Upright bars, side by side within a category. */
export const ColumnsChart = ({ chart, title }: { chart: Chart; title: string }) => (
  <>
    <Plot chart={chart} title={title}>
      {(place) => (
        <div className={styles.columns}>
          {chart.categories.map(({ words }, index) => (
            <div key={words} className={styles.cluster}>
              {chart.series.map(({ label, values }, number) => {
                const value = values[index] ?? 0;
                const [from, to] = [place(0), place(value)];
                return (
                  <span
                    key={label}
                    className={styles.column}
                    data-series={number % 6}
                    style={{ bottom: `${Math.min(from, to)}%`, height: `${Math.abs(to - from)}%` }}
                  />
                );
              })}
            </div>
          ))}
        </div>
      )}
    </Plot>
    <Legend chart={chart} />
  </>
);

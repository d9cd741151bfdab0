import type { ReactNode } from 'react';
import { shownRoughly } from '../../fields/format.ts';
import { Shown } from '../../ui/shown.tsx';
import { axisOf, type Chart } from './series.ts';
import styles from './chart.module.css';

/** Characters that fit below the narrowest chart beside each other. */
const charactersAcross = 40;

/** The frame of a chart with an upright axis: lines at round numbers, categories below. */
export function Plot({ chart, children }: { chart: Chart; children: (place: (value: number) => number) => ReactNode }) {
  const { least, greatest, ticks } = axisOf(chart.series);
  const place = (value: number) => ((value - least) / (greatest - least)) * 100;
  const longest = Math.max(...chart.categories.map(({ words }) => words.length));
  const every = Math.ceil((chart.categories.length * (longest + 2)) / charactersAcross);
  return (
    <div className={styles.plot}>
      <div className={styles.ticks}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ bottom: `${place(tick)}%` }}>
            {shownRoughly(tick, chart.value.shape)}
          </span>
        ))}
      </div>
      <div className={styles.area}>
        {ticks.map((tick) => (
          <span key={tick} className={styles.line} style={{ bottom: `${place(tick)}%` }} />
        ))}
        {children(place)}
      </div>
      <div className={styles.categories}>
        {chart.categories.map(({ words }, index) => (
          <span key={words}>
            {index % every === 0 && (
              <span className={styles.category}>
                <Shown text={words} />
              </span>
            )}
          </span>
        ))}
      </div>
    </div>
  );
}

/** Which colour is which series, where there are several. */
export const Legend = ({ chart }: { chart: Chart }) =>
  chart.series.length < 2 ? null : (
    <ul className={styles.legend}>
      {chart.series.map(({ label }, index) => (
        <li key={label}>
          <span className={styles.swatch} data-series={index % 6} />
          <Shown text={label} />
        </li>
      ))}
    </ul>
  );

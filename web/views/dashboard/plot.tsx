import type { ReactNode } from 'react';
import { type FieldType, idTypes } from '../../../schemas/field-types.ts';
import { shownRoughly } from '../../fields/format.ts';
import { Shown } from '../../ui/shown.tsx';
import { GroupLabel } from './group-label.tsx';
import { axisOf, type Chart } from './series.ts';
import styles from './chart.module.css';

/** Characters that fit below the narrowest chart beside each other. */
const charactersAcross = 40;

/** About the length of a name, which takes the place of an ID. */
const nameLength = 16;

interface PlotProps {
  readonly chart: Chart;
  readonly title: string;
  readonly children: (place: (value: number) => number) => ReactNode;
}

/** The frame of a chart with an upright axis: lines at round numbers, categories below. */
export function Plot({ chart, title, children }: PlotProps) {
  const { least, greatest, ticks } = axisOf(chart.series);
  const place = (value: number) => ((value - least) / (greatest - least)) * 100;
  const { category } = chart;
  const isNamed = category !== undefined && idTypes.has(category.shape.type as FieldType);
  const longest = isNamed ? nameLength : Math.max(...chart.categories.map(({ words }) => words.length));
  const every = Math.ceil((chart.categories.length * (longest + 2)) / charactersAcross);
  return (
    <div className={styles.plot}>
      <div className={styles.ticks} aria-hidden="true">
        {ticks.map((tick) => (
          <span key={tick} className={styles.tick} style={{ bottom: `${place(tick)}%` }}>
            {shownRoughly(tick, chart.value.shape)}
          </span>
        ))}
      </div>
      <div className={styles.area}>
        <span role="img" aria-label={`${title}: a chart. The table below has its figures.`} />
        <div aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} className={styles.line} style={{ bottom: `${place(tick)}%` }} />
          ))}
          {children(place)}
        </div>
      </div>
      <div className={styles.categories}>
        {chart.categories.map(({ row, words }, index) => (
          <span key={words}>
            {index % every === 0 && (
              <span className={styles.category}>{category && <GroupLabel row={row} column={category} isPlain />}</span>
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
      {chart.series.map(({ label, group }, index) => (
        <li key={label}>
          <span className={styles.swatch} data-series={index % 6} />
          {group ? <GroupLabel {...group} isPlain /> : <Shown text={label} />}
        </li>
      ))}
    </ul>
  );

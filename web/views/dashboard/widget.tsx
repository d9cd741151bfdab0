import type { Field } from '../../../schemas/fields.ts';
import type { WidgetResult } from '../../../schemas/queries.ts';
import { shownNumber } from '../../fields/format.ts';
import { Shown } from '../../ui/shown.tsx';
import { groupsWords } from '../completeness-words.ts';
import { BarsChart } from './bars-chart.tsx';
import { type Asked, type Figures, figuresOf } from './columns.ts';
import { ColumnsChart } from './columns-chart.tsx';
import { DonutChart } from './donut-chart.tsx';
import { FigureTable } from './figure-table.tsx';
import { LineChart } from './line-chart.tsx';
import { chartOf } from './series.ts';
import styles from './dashboard-view.module.css';

interface WidgetProps {
  readonly widget: WidgetResult;
  readonly asked: Asked;
  readonly fields: readonly Field[];
}

const charts = { column: ColumnsChart, bar: BarsChart, line: LineChart, donut: DonutChart };

/** One figure or chart, with its numbers as a table, and whether they are all. */
export function Widget({ widget, asked, fields }: WidgetProps) {
  const { title, type, columns = [], rows = [], completeness, error } = widget;
  const figures = figuresOf(columns, asked, fields);
  return (
    <section className={type === 'number' ? styles.number : styles.widget}>
      <h2>
        <Shown text={title} />
      </h2>
      {error ? <p className={styles.error}>{error.detail}</p> : <Content {...{ title, type, figures, rows }} />}
      {completeness && type !== 'number' && <p className={styles.complete}>{groupsWords(completeness)}</p>}
    </section>
  );
}

interface ContentProps {
  readonly title: string;
  readonly type: string;
  readonly figures: readonly Figures[];
  readonly rows: NonNullable<WidgetResult['rows']>;
}

function Content({ title, type, figures, rows }: ContentProps) {
  if (type === 'number') return <BigFigure figures={figures} rows={rows} />;
  const chart = chartOf(figures, rows);
  const Chart = charts[type as keyof typeof charts] as (typeof charts)['column'] | undefined;
  if (!Chart || !chart) return <FigureTable caption={title} columns={figures} rows={rows} />;
  if (rows.length === 0) return <p className={styles.complete}>There is nothing to show.</p>;
  return (
    <>
      <Chart chart={chart} title={title} />
      <details className={styles.figures}>
        <summary>Show the figures</summary>
        <FigureTable caption={`${title}, in figures`} columns={figures} rows={rows} />
      </details>
    </>
  );
}

function BigFigure({ figures, rows }: Pick<ContentProps, 'figures' | 'rows'>) {
  return figures
    .filter(({ isMetric }) => isMetric)
    .map(({ key, label, shape }) => {
      const value = rows[0]?.[key];
      return (
        <div key={key}>
          <p className={styles.figure}>{typeof value === 'number' ? shownNumber(value, shape) : 'none'}</p>
          <p className={styles.complete}>{label}</p>
        </div>
      );
    });
}

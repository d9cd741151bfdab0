import type { Field } from '../../../schemas/fields.ts';
import type { Row, WidgetResult } from '../../../schemas/queries.ts';
import { shownNumber } from '../../fields/format.ts';
import { Shown } from '../../ui/shown.tsx';
import { groupsWords } from '../completeness-words.ts';
import { BarsChart } from './bars-chart.tsx';
import { type Asked, type Figures, figuresOf } from './columns.ts';
import { ColumnsChart } from './columns-chart.tsx';
import { DonutChart } from './donut-chart.tsx';
import { FigureTable } from './figure-table.tsx';
import { LineChart } from './line-chart.tsx';
import { rowConditions } from '../drill.ts';
import type { DrillLink } from '../props.ts';
import { chartOf, type Lead } from './series.ts';
import styles from './dashboard-view.module.css';

interface WidgetProps {
  readonly widget: WidgetResult;
  readonly asked: Asked;
  readonly fields: readonly Field[];
  readonly Drill?: DrillLink | undefined;
  /** Its query in words; undefined where the query is not known. */
  readonly words: string | undefined;
}

const charts = { column: ColumnsChart, bar: BarsChart, line: LineChart, donut: DonutChart };

/** One figure or chart, with its numbers as a table, and whether they are all. */
export function Widget({ widget, asked, fields, Drill, words }: WidgetProps) {
  const { title, type, columns = [], rows, completeness, error } = widget;
  const figures = figuresOf(columns, asked, fields);
  const plot = plotOf(type, figures, rows);
  const lead: Lead = (row, { key }, figure, isForPointer) =>
    Drill && row[key] !== 0 ? (
      <Drill filters={recordsBehind(asked, row, key, fields)} isForPointer={isForPointer}>
        {figure}
      </Drill>
    ) : (
      figure
    );
  return (
    <section className={styles.widget} data-type={type}>
      <h2>
        <Shown text={title} />
      </h2>
      {error && <p className={styles.error}>{error.detail}</p>}
      {rows ? (
        <div className={styles.content}>
          <Content {...{ title, type, figures, rows, plot, lead }} />
        </div>
      ) : (
        !error && <p className={styles.reading}>Reading …</p>
      )}
      <footer className={styles.footer}>
        {words !== undefined && (
          <details>
            <summary>Show the query</summary>
            <p className={styles.words}>
              <Shown text={words} />
            </p>
            <pre className={styles.query} tabIndex={0}>
              <Shown text={JSON.stringify({ operation: 'aggregate', ...queryOf(asked) }, null, 2)} />
            </pre>
          </details>
        )}
        {plot && rows && (
          <details>
            <summary>Show the figures</summary>
            <FigureTable caption={title} columns={figures} {...{ rows, lead }} />
          </details>
        )}
        {completeness && type !== 'number' && <p className={styles.complete}>{groupsWords(completeness)}</p>}
      </footer>
    </section>
  );
}

/** A widget's own part is how it is shown. The rest is its typed query, beside the filters of the View. */
export const queryOf = ({ groupBy, metrics, having, filters, orderBy, limit }: Asked) => ({
  groupBy,
  metrics,
  having,
  filters,
  orderBy,
  limit,
});

/** The filters of the records that a figure is computed from: the widget's, the metric's and the group's. */
const recordsBehind = ({ filters, metrics, groupBy }: Asked, row: Row, alias: string, fields: readonly Field[]) => [
  ...(filters ?? []),
  ...(metrics?.find((metric) => metric.alias === alias)?.filters ?? []),
  ...rowConditions(groupBy ?? [], row, fields),
];

/** The chart of these rows, unless they are none or shown as a table. */
function plotOf(type: string, figures: readonly Figures[], rows: readonly Row[] = []) {
  const Chart = charts[type as keyof typeof charts] as (typeof charts)['column'] | undefined;
  const chart = rows.length > 0 ? chartOf(figures, rows) : undefined;
  return Chart && chart && { Chart, chart };
}

type Plot = NonNullable<ReturnType<typeof plotOf>>;

interface ContentProps {
  readonly title: string;
  readonly type: string;
  readonly figures: readonly Figures[];
  readonly rows: readonly Row[];
  readonly plot: Plot | undefined;
  readonly lead: Lead;
}

function Content({ title, type, figures, rows, plot, lead }: ContentProps) {
  if (type === 'number') return <BigFigure {...{ title, figures, rows, lead }} />;
  if (plot) return <plot.Chart {...{ chart: plot.chart, title, lead }} />;
  if (type !== 'table' && rows.length === 0) return <p className={styles.complete}>There is nothing to show.</p>;
  return <FigureTable caption={title} columns={figures} {...{ rows, lead }} />;
}

/** A label that only repeats the title is left out. */
function BigFigure({ title, figures, rows, lead }: Omit<ContentProps, 'type' | 'plot'>) {
  const [row = {}] = rows;
  return figures
    .filter(({ isMetric }) => isMetric)
    .map((column) => {
      const value = row[column.key];
      return (
        <div key={column.key}>
          <p className={styles.figure}>
            {typeof value === 'number' ? lead(row, column, shownNumber(value, column.shape)) : 'none'}
          </p>
          {column.label !== title && <p className={styles.complete}>{column.label}</p>}
        </div>
      );
    });
}

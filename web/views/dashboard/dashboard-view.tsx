import type { WidgetResult } from '../../../schemas/queries.ts';
import type { ViewProps } from '../props.ts';
import styles from './dashboard-view.module.css';
import { Widget } from './widget.tsx';

/** Figures and charts. Each is a typed query; one that fails leaves the others. */
export const DashboardView = ({ definition, data, fields, Drill }: ViewProps<'dashboard'>) => (
  <div className={styles.dashboard}>
    {runsOf(data.widgets ?? []).map((run) => (
      <div key={run[0]!.id} className={isNumber(run[0]!) ? styles.numbers : styles.charts}>
        {run.map((widget) => (
          <Widget
            key={widget.id}
            widget={widget}
            asked={definition.widgets.find(({ id }) => id === widget.id) ?? {}}
            fields={fields}
            Drill={Drill}
          />
        ))}
      </div>
    ))}
  </div>
);

const isNumber = ({ type }: WidgetResult) => type === 'number';

/** Big figures that follow each other share a row, and so do charts. */
function runsOf(widgets: readonly WidgetResult[]): WidgetResult[][] {
  const runs: WidgetResult[][] = [];
  for (const widget of widgets) {
    const last = runs.at(-1);
    if (last && isNumber(last[0]!) === isNumber(widget)) last.push(widget);
    else runs.push([widget]);
  }
  return runs;
}

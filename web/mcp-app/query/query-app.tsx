import { queryWords } from '../../views/query-words.ts';
import type { DefinitionOf } from '../../views/props.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { WidgetResult } from '../../../schemas/queries.ts';
import { groupsWords } from '../../views/completeness-words.ts';
import { type Asked, figuresOf } from '../../views/dashboard/columns.ts';
import { DashboardView } from '../../views/dashboard/dashboard-view.tsx';
import { FigureTable } from '../../views/dashboard/figure-table.tsx';
import { Widget } from '../../views/dashboard/widget.tsx';
import { metricWords } from '../../fields/words.ts';
import { AroundRecords } from '../around.tsx';
import { answerIn } from '../calls.ts';
import { type Answered, Head, Unshown } from '../frame.tsx';
import { learnHome } from '../places.ts';
import styles from './query-app.module.css';

/** The answer of `workspace_query_run` for an app. */
interface QueryAnswer {
  readonly query: Asked & { readonly channelId?: string | undefined; readonly operation: string };
  readonly data: Pick<WidgetResult, 'columns' | 'rows' | 'completeness'> & {
    readonly widgets?: WidgetResult[] | undefined;
    /** Widgets for which the answer has no room. */
    readonly notShown?: readonly string[] | undefined;
    /** Set if the answer has no room for all columns. */
    readonly columnCount?: number | undefined;
    /** Columns whose long values are cut. */
    readonly shortened?: readonly string[] | undefined;
  };
  /** These are left out where the caller may only query. */
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly fields?: readonly Field[] | undefined;
}

/** The figures or rows of a typed query, with the query itself. */
export function QueryApp({ input, result }: Answered) {
  const told = answerIn(result) as Partial<QueryAnswer> | undefined;
  // The model's answer has the same figures, without what was asked.
  const answer = { ...told, query: { ...input, ...told?.query } } as Partial<QueryAnswer>;
  if (!isShown(answer)) return <Unshown sentence="This chat keeps the figures from apps. They are told in words." />;
  learnHome(answer.url);
  return (
    <>
      <Head title={answer.name ?? unnamed} about={<span>{aboutOf(answer)}</span>} url={answer.url} />
      <AroundRecords channel={answer.query.channelId ?? ''}>
        <Figures {...answer} />
      </AroundRecords>
      {leftOut(answer.data).map((sentence) => (
        <p key={sentence} className={styles.leftOut}>
          {sentence}
        </p>
      ))}
    </>
  );
}

const unnamed = 'Figures of a query';
const noFields: readonly Field[] = [];
const isShown = (answer: Partial<QueryAnswer>): answer is QueryAnswer => answer.data !== undefined;

const aboutOf = ({ query: { operation }, data: { completeness } }: QueryAnswer): string =>
  operation !== 'aggregate' && completeness ? groupsWords(completeness) : 'Exact figures over all records';

/** Sentences about what the answer had no room for. */
function leftOut({ columns = [], columnCount, notShown = [], shortened = [] }: QueryAnswer['data']): string[] {
  return [
    ...(columnCount === undefined ? [] : [`${columns.length} of ${columnCount} columns are shown.`]),
    ...(notShown.length > 0 ? [`Not shown here: ${notShown.length} of the figures. The workspace has all.`] : []),
    ...(shortened.length > 0 ? ['Long values are cut. The workspace has all of them.'] : []),
  ];
}

function Figures({ query, data, fields = noFields, name = unnamed }: QueryAnswer) {
  const { columns = [], rows = [], widgets } = data;
  if (widgets) {
    const named = widgets.map(({ id, title, type }) => ({ id, title, type })) as DefinitionOf<'dashboard'>['widgets'];
    const definition = { renderer: 'dashboard' as const, name, objectTypeId: '', widgets: named };
    return <DashboardView {...{ definition, data: { widgets }, fields }} />;
  }
  if (query.operation === 'aggregate') {
    const title = (query.metrics ?? []).map((metric) => metricWords(metric, fields)).join(', ');
    const widget = { ...data, id: 'query', title: title || name, type: typeOf(query) } as WidgetResult;
    return <Widget widget={widget} asked={query} fields={fields} words={`${queryWords(query, fields).join(', ')}.`} />;
  }
  const shown = figuresOf(columns, query, fields).filter(({ key }) => key !== 'id');
  return (
    <div className={styles.rows}>
      <FigureTable caption={name} columns={shown} rows={rows} />
    </div>
  );
}

/** One group is a chart, more are a table, and none is a number. */
function typeOf({ groupBy = [], metrics = [] }: Asked): WidgetResult['type'] {
  const [first, ...others] = groupBy;
  if (first === undefined) return 'number';
  if (others.length > 0 || metrics.length !== 1) return 'table';
  return typeof first === 'object' ? 'line' : 'bar';
}

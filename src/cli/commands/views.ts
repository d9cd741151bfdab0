import type { Command } from 'commander';
import type { View, ViewDefinition } from '../../../schemas/views.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { jsonOfFile } from '../local-files.ts';
import { changing, paged, type PageOptions, pageOptions } from '../options.ts';
import { type Line, moment, prose, styled, tableOf } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';
import { type Named, peopleIn } from '../people.ts';
import { columnsIn, noteOn, rowsOf, widgetsOf } from '../terminal/rows.ts';
import { jsonOf } from '../../../schemas/shown.ts';

interface ViewsOptions extends CommonOptions, PageOptions {
  readonly channel: string;
  readonly view?: string;
  readonly filters?: string;
  readonly definition?: true;
  readonly file?: string;
  readonly expectedVersion?: string;
  readonly versions?: true;
  readonly versionId?: string;
  readonly diffFrom?: string;
  readonly restore?: true;
  readonly idempotencyKey?: string;
}

export function addViews(root: Command, cli: Cli): void {
  changing(
    paged(
      root
        .command('views')
        .description('list, show, create and update the saved Views of a channel')
        .requiredOption('--channel <channel>', 'the channel: lists its Views')
        .option('--view <view>', 'one View, by ID or slug: prints what it shows now')
        .option('--filters <json>', 'show only what these let through too: [{"fieldKey", "op", "value"}]')
        .option('--definition', 'print its definition as JSON')
        .option('--file <path>', 'definition as JSON to create or update a View with; - for stdin')
        .option('--versions', 'list its versions')
        .option('--version-id <id>', 'an older version of it')
        .option('--diff-from <id>', 'what changed from this version to --version-id, or to the current one')
        .option('--restore', 'make --version-id the current version again, as a new one')
        .option(
          '--expected-version <id>',
          'currentVersionId that an update was made from: if another stands now, nothing is changed',
        ),
    ),
  ).action(cli.on<ViewsOptions>((context, options) => chosen(actions, options)(context, options)));
}

const actions: readonly Action<ViewsOptions>[] = [
  { by: ['channel'], takes: pageOptions, run: list },
  { by: ['channel', 'view'], takes: ['filters', 'limit', 'cursor'], run: show },
  { by: ['channel', 'view', 'definition'], takes: ['versionId'], run: define },
  { by: ['channel', 'view', 'versions'], takes: pageOptions, run: versions },
  { by: ['channel', 'view', 'diffFrom'], takes: ['versionId'], run: diff },
  { by: ['channel', 'view', 'restore'], needs: ['versionId', 'expectedVersion'], run: restore },
  { by: ['channel', 'file'], run: create },
  { by: ['channel', 'view', 'file'], needs: ['expectedVersion'], run: update },
];

const columns = {
  ID: ({ id }: View) => id,
  NAME: ({ name }: View) => name,
  RENDERER: ({ renderer }: View) => renderer,
  SLUG: ({ slug }: View) => slug,
  UPDATED: ({ updatedAt }: View) => moment(updatedAt),
  'VERSION ID': ({ currentVersionId }: View) => currentVersionId,
};

async function list({ workspace, output }: Context, { channel, ...page }: ViewsOptions): Promise<void> {
  const found = await pageOf(workspace.views.list, 'views', { channelId: channel }, page);
  output.list(found, found.views, columns, 'Views');
}

async function show({ workspace, output }: Context, { channel, view, filters, limit, cursor }: ViewsOptions) {
  const input = { channelId: channel, viewId: view!, filters, limit, cursor };
  const answered = await workspace.views.data(input);
  const hasGroups = answered.data.groups !== undefined && !output.isJson;
  const groupBy = hasGroups ? await groupingOf(workspace, channel, view!) : undefined;
  const named = await peopleIn(workspace, output, answered.data);
  output.answer(answered, () => (groupBy ? groupsOf(answered.data, groupBy, named) : linesOf(named(answered.data))));
  output.more(answered.data);
}

/** The field of a board's columns or of a table's groups. */
async function groupingOf(workspace: Context['workspace'], channelId: string, viewId: string) {
  const { definition } = (await workspace.views.get({ channelId, viewId })).view;
  return definition.groupByFieldKey as string | undefined;
}

type Data = Awaited<ReturnType<Context['workspace']['views']['data']>>['data'];

function linesOf({ records, widgets, completeness, ...pivot }: Data): Line[] {
  if (widgets) return widgetsOf(widgets);
  if (!records) return pivotOf(pivot, completeness);
  const shown = records.map(({ id, title, values }) => ({ id, title, ...values }));
  return rowsOf(columnsIn(shown), shown, completeness);
}

/** The records of each group below its heading, which counts those of all pages. */
function groupsOf({ records = [], groups = [], completeness }: Data, groupBy: string, named: Named): Line[] {
  const columns = columnsIn(records.map(({ values }) => ({ title: '', ...values }))).filter(
    ({ key }) => key !== groupBy,
  );
  const isIn = (value: unknown, key: unknown) => [value].flat().includes(key) || (key === false && value === undefined);
  const lines = groups.flatMap(({ key, label, count }) => {
    const cards = records.filter(({ values }) => isIn(values[groupBy], key));
    const rows = cards.map(({ id, title, values }) => ({ id, title, ...values }));
    const shown = rows.length > 0 ? rowsOf([...columns, { key: 'id' }], named(rows)) : [];
    return [styled('underline', `${label} (${count})`), ...shown, ''];
  });
  return [...lines, ...noteOn(completeness)];
}

/** The row keys, then the periods, then the totals. */
function pivotOf({ periods = [], rows = [], totals, leftOut }: Data, completeness: Data['completeness']): Line[] {
  const isOfRows = columnsIn(rows.map(({ keys }) => keys));
  const label = Object.fromEntries(isOfRows.map(({ key }, place) => [key, place === 0 ? 'Total' : '']));
  const sums = totals?.columns ? [{ ...label, ...totals.columns, Total: totals.grand }] : [];
  const shown = rows.map(({ keys, values, total }) => ({ ...keys, ...values, Total: total }));
  const hasTotals = totals?.grand !== undefined || rows.some(({ total }) => total !== undefined);
  const columns = [...isOfRows, ...periods, ...(hasTotals ? [{ key: 'Total' }] : [])];
  return [...rowsOf(columns, [...shown, ...sums], completeness), ...notShown(periods, leftOut)];
}

/** Records outside the periods, in words. */
function notShown(periods: NonNullable<Data['periods']>, leftOut: Data['leftOut']): Line[] {
  if (!leftOut) return [];
  const parts = [
    { count: leftOut.before, where: `before ${periods[0]?.label}` },
    { count: leftOut.after, where: `after ${periods.at(-1)?.label}` },
    { count: leftOut.empty, where: 'without a date' },
  ].filter(({ count }) => count > 0);
  return parts.length === 0 ? [] : [`Not shown: ${parts.map(({ count, where }) => `${count} ${where}`).join(', ')}.`];
}

async function define({ workspace, output }: Context, { channel, view, versionId }: ViewsOptions): Promise<void> {
  const named = { channelId: channel, viewId: view! };
  if (versionId === undefined) {
    const answered = await workspace.views.get(named);
    return output.answer(answered, () => [prose(jsonOf(answered.view.definition, 2))]);
  }
  const answered = await workspace.views.version({ ...named, versionId });
  return output.answer(answered, () => [prose(jsonOf(answered.version.definition, 2))]);
}

async function versions({ workspace, output }: Context, { channel, view, ...page }: ViewsOptions): Promise<void> {
  const found = await pageOf(workspace.views.versions, 'versions', { channelId: channel, viewId: view! }, page);
  type Version = (typeof found.versions)[number];
  const columns = {
    VERSION: ({ versionId }: Version) => versionId,
    NUMBER: ({ versionNumber }: Version) => versionNumber,
    NAME: ({ name }: Version) => name,
    RENDERER: ({ renderer }: Version) => renderer,
    CREATED: ({ createdAt }: Version) => moment(createdAt),
    BY: ({ createdBy }: Version) => createdBy.name,
  };
  output.list(found, found.versions, columns, 'versions');
}

async function diff({ workspace, output }: Context, options: ViewsOptions): Promise<void> {
  const { channel, view, diffFrom, versionId } = options;
  const answered = await workspace.views.diff({ channelId: channel, viewId: view!, from: diffFrom!, to: versionId });
  output.answer(answered, () => [
    prose(answered.diff),
    ...(answered.isCut ? ['The diff goes on; read the version.'] : []),
  ]);
}

async function restore({ workspace, output }: Context, options: ViewsOptions): Promise<void> {
  const { channel, view, versionId, expectedVersion, idempotencyKey } = options;
  const cited = { versionId: versionId!, expectedCurrentVersionId: expectedVersion!, idempotencyKey };
  answer(output, await workspace.views.restore({ channelId: channel, viewId: view!, ...cited }));
}

async function create({ workspace, output }: Context, { channel, file, idempotencyKey }: ViewsOptions): Promise<void> {
  const definition = (await jsonOfFile(file!)) as ViewDefinition;
  answer(output, await workspace.views.create({ ...definition, channelId: channel, idempotencyKey }));
}

async function update({ workspace, output }: Context, options: ViewsOptions): Promise<void> {
  const { channel: channelId, view, file, expectedVersion, idempotencyKey } = options;
  const definition = (await jsonOfFile(file!)) as ViewDefinition;
  const cited = { channelId, viewId: view!, expectedCurrentVersionId: expectedVersion!, idempotencyKey };
  answer(output, await workspace.views.update({ ...definition, ...cited }));
}

function answer(output: Context['output'], { view }: { view: View }): void {
  output.answer({ view }, () => tableOf([view], columns));
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { errorCodes, WorkspaceError, type ErrorCode } from '../../../schemas/errors.ts';
import type { Workspace } from '../../../schemas/index.ts';
import type { Query, TypedQuery } from '../../../schemas/queries.ts';
import { type Action, chosen } from '../actions.ts';
import type { Cli, CommonOptions, Context } from '../cli.ts';
import { misuse } from '../failure.ts';
import { jsonIn, textOfFile } from '../local-files.ts';
import { changing, onWorkspace, paged, type PageOptions } from '../options.ts';
import { linesOfMarkdown } from '../terminal/markdown.ts';
import { moment, styled } from '../terminal/output.ts';
import { pageOf } from '../paging.ts';
import { peopleIn } from '../people.ts';
import { rowsOf, widgetsOf } from '../terminal/rows.ts';
import { answerTo } from '../typed-queries.ts';

interface AskOptions extends CommonOptions {
  readonly channel?: string;
  readonly view?: string;
  readonly session?: string;
  readonly idempotencyKey?: string;
}

interface RunOptions extends CommonOptions, PageOptions {
  readonly channel?: string;
  readonly dataSet?: string;
  readonly artifact?: string;
  readonly file?: string;
}

export function addQuery(root: Command, cli: Cli): void {
  const query = root.command('query').description('ask in prose, or run a typed query');
  changing(
    query
      .command('ask')
      .description('ask a question in prose, and wait for the answer')
      .argument('<question...>')
      .option('--channel <channel>', 'the channel that it is about')
      .option('--view <view>', 'the View of that channel that it is about')
      .option('--session <id>', 'go on in a conversation of yours, which --allow-write must allow'),
  ).action(cli.on<AskOptions>((context, options) => chosen(questions, options)(context, options), { stores: true }));
  onWorkspace(
    paged(
      query
        .command('run')
        .description('run a typed query: exact figures, or rows')
        .argument('<body>', 'the query as JSON, such as {"operation": "aggregate", "metrics": […]}; - for stdin')
        .option('--channel <channel>', 'its channelId')
        .option('--data-set <data-set>', 'its objectTypeId; may be its key or name')
        .option('--artifact <id>', 'its artifactId: a sheet')
        .option('--file <id>', 'its fileId: an uploaded table'),
    ),
  ).action(cli.on<RunOptions>(run));
  onWorkspace(
    query.command('get').description('a question that was asked before, and its answer').argument('<query>', 'its ID'),
  ).action(
    cli.on(async ({ workspace, output, args: [id] }) => answer(output, await workspace.queries.get({ queryId: id! }))),
  );
  onWorkspace(query.command('cancel').description('stop answering a question').argument('<query>', 'its ID')).action(
    cli.on(
      async ({ workspace, output, args: [id] }) => answer(output, await workspace.queries.cancel({ queryId: id! })),
      {
        stores: true,
      },
    ),
  );
  onWorkspace(paged(query.command('list').description('your questions, newest first'))).action(
    cli.on<CommonOptions & PageOptions>(list),
  );
}

const questions: readonly Action<AskOptions>[] = [
  { by: [], takes: ['channel', 'view'], run: ask },
  { by: ['session'], run: goOn },
];

async function ask({ workspace, output, args, signal }: Context, options: AskOptions): Promise<void> {
  const { channel: channelId, view: viewId, idempotencyKey } = options;
  const question = args.join(' ');
  const { query } = await workspace.queries.ask({ mode: 'session', question, channelId, viewId, idempotencyKey });
  answer(output, await answered(workspace, query, signal));
}

async function goOn({ workspace, output, args, signal }: Context, { session, idempotencyKey }: AskOptions) {
  const { query } = await workspace.sessions.send({ sessionId: session!, body: args.join(' '), idempotencyKey });
  answer(output, await answered(workspace, query, signal));
}

/** After an interruption the question is still answered; `query get` shows it. */
async function answered(
  workspace: Workspace,
  { id, pollAfterMs }: { id: string; pollAfterMs: number },
  signal: AbortSignal,
) {
  for (let pause: number | undefined = pollAfterMs; ; ) {
    await sleep(pause, undefined, { signal });
    const found = await workspace.queries.get({ queryId: id });
    pause = found.query.pollAfterMs;
    if (pause === undefined) return found;
  }
}

function answer(output: Context['output'], { query }: { query: Query }): void {
  if (query.status === 'failed' && query.error) throw failureOf(query.error);
  output.answer({ query }, () => [
    ...(query.answer === undefined ? [`The question is ${query.status}.`] : linesOfMarkdown(query.answer)),
    ...(query.confidence === undefined ? [] : ['', styled('dim', `${query.confidence}; ${query.id}`)]),
    ...(query.sources ?? []).map(({ title, url }) => styled('dim', `${title}  ${url}`)),
    styled('dim', `To go on: workspace query ask "…" --session ${query.sessionId} --allow-write`),
  ]);
}

const failureOf = ({ code, detail }: { code: string; detail: string }) =>
  new WorkspaceError(Object.hasOwn(errorCodes, code) ? (code as ErrorCode) : 'internal', detail);

async function run({ workspace, output, args: [body] }: Context, options: RunOptions): Promise<void> {
  const given = jsonIn(body === '-' ? await textOfFile('-') : body!, 'The query');
  if (typeof given !== 'object' || given === null) throw misuse('The query is a JSON object.');
  const named = namesOf({ ...given, ...(options.channel && { channelId: options.channel }) }, options);
  const answered = await answerTo(workspace, { ...named, mode: 'deterministic' } as TypedQuery, options);
  const data = (await peopleIn(workspace, output, answered.data))(answered.data);
  output.answer(answered, () =>
    data.widgets ? widgetsOf(data.widgets) : rowsOf(data.columns ?? [], data.rows ?? [], data.completeness),
  );
  output.more(answered, ' (or --all)');
}

function namesOf(body: { channelId?: string }, { dataSet, artifact, file }: RunOptions) {
  if (file !== undefined) return { ...body, fileId: file };
  if (artifact !== undefined) return { ...body, artifactId: artifact };
  if (dataSet === undefined) return body;
  if (body.channelId === undefined) throw misuse('--data-set goes with --channel.');
  return { ...body, objectTypeId: dataSet };
}

async function list({ workspace, output }: Context, page: PageOptions): Promise<void> {
  const found = await pageOf(workspace.queries.list, 'queries', {}, page);
  const columns = {
    ID: ({ id }: (typeof found.queries)[number]) => id,
    STATUS: ({ status }: (typeof found.queries)[number]) => status,
    ASKED: ({ createdAt }: (typeof found.queries)[number]) => moment(createdAt),
    QUESTION: ({ question }: (typeof found.queries)[number]) => question,
  };
  output.list(found, found.queries, columns, 'questions');
}

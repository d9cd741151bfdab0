import { type ErrorCode, WorkspaceError } from '../../../schemas/errors.ts';
import type { Field } from '../../../schemas/fields.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { limits } from '../../../schemas/limits.ts';
import type { SearchResult } from '../../../schemas/search.ts';
import { contentOf, type Word } from '../language/words.ts';
import type { Turn } from '../../turns/turn.ts';
import { kindsIn } from './kinds.ts';
import { calledIn } from './modifiers.ts';
import { beginningsOf, type Choices, choicesNear } from './near.ts';
import { headsOf, rootsOf, rootsOfFields, rootsSpoken, type Subject } from './subjects.ts';

/** A sheet as it is listed or found. */
export type SheetPlace = Pick<SearchResult, 'id' | 'title' | 'url' | 'channelId'>;

/** The number of newest sheets whose titles are compared with the question. */
const sheetsLooked = limits.pageMost;
const mostSheets = 5;

/** The sheets of the question's channel, if they are few, and sheets whose titles share a word with the question. */
export async function sheetsNear(
  words: readonly Word[],
  { artifacts }: Workspace,
  channelId: string | undefined,
): Promise<SheetPlace[]> {
  const kind = 'csv';
  const [here, all] = await Promise.all([
    channelId === undefined ? undefined : artifacts.list({ kind, channelId, limit: mostSheets }),
    artifacts.list({ kind, limit: sheetsLooked }),
  ]);
  const near = here?.nextCursor === undefined ? (here?.artifacts ?? []) : [];
  const roots = new Set(contentOf(words).map(({ root }) => root));
  const titled = all.artifacts.filter(
    ({ id, title }) => !rootsOf([title]).isDisjointFrom(roots) && !near.some((one) => one.id === id),
  );
  return [
    ...near.map(({ id, title, url }) => ({ id, title, url, channelId })),
    ...titled.map(({ id, title, url }) => ({ id, title, url })),
  ];
}

/** These sheets as tables, with the kinds of rows that the words may name. A sheet without a table is left out. */
export async function sheetSubjects(
  sheets: readonly SheetPlace[],
  words: readonly Word[],
  workspace: Workspace,
  turn: Turn,
): Promise<Subject[]> {
  const found = await Promise.all(sheets.slice(0, mostSheets).map((sheet) => sheetSubject(sheet, workspace)));
  const subjects: Subject[] = [];
  for (const subject of found) {
    if (!subject) continue;
    const called = calledIn(words, subject.called, subject.heads, subject.fields);
    subjects.push(await withChoices({ ...subject, called }, words, workspace, turn));
  }
  return subjects;
}

const notASheet: ReadonlySet<string> = new Set(['invalid_request', 'not_found', 'too_large'] satisfies ErrorCode[]);

/** Undefined when the resource is not a sheet or no longer exists. */
async function sheetSubject(
  { id: artifactId, title: name, url, channelId }: SheetPlace,
  { artifacts }: Workspace,
): Promise<Subject | undefined> {
  const found = await artifacts.sheet({ artifactId }).catch((error: unknown) => {
    if (error instanceof WorkspaceError && notASheet.has(error.code)) return undefined;
    throw error;
  });
  if (!found) return undefined;
  const { fields, rowCount: rows } = found.sheet;
  return {
    name,
    of: { artifactId },
    key: artifactId,
    fields,
    rows,
    url,
    ...(channelId !== undefined && { channelId }),
    placed: new Set(),
    called: rootsOf([name]),
    heads: headsOf(name),
    choices: new Map(),
    speaksOf: rootsOfFields(fields),
  };
}

/** A larger sheet is not looked through for kinds. */
const mostRows = 5_000;
const mostColumns = 8;

/** A sheet with the kinds of its rows as choices, which an import would make of them. */
async function withChoices(
  subject: Subject,
  words: readonly Word[],
  workspace: Workspace,
  turn: Turn,
): Promise<Subject> {
  if (words.length === 0 || (subject.rows ?? Infinity) > mostRows) return subject;
  const columns = (subject.fields as readonly (Field & { readonly derived?: true })[])
    .filter(({ type, queryable, derived, key }) => type === 'text' && queryable && !derived && key !== 'title')
    .slice(0, mostColumns);
  const kinds = await Promise.all(columns.map(({ key }) => kindsIn(key, subject, workspace)));
  const choicesIn = new Map(
    columns.map(({ key }, at) => [key, kinds[at]?.map((value) => ({ key: value, label: value }))]),
  );
  const fields = subject.fields.map((field) => {
    const choices = choicesIn.get(field.key);
    return choices ? { ...field, options: { ...field.options, choices } } : field;
  });
  const choices: Choices = await choicesNear(fields, beginningsOf(words), turn);
  return { ...subject, fields, choices, speaksOf: await rootsSpoken(subject.fields, choices, turn) };
}

import { WorkspaceError } from '../../../schemas/errors.ts';
import type { SearchResult, SearchType } from '../../../schemas/search.ts';
import type { Workspace } from '../../../schemas/index.ts';
import { contentOf, relativesOf, rootOf, topicsOf, type Word, wordsOf } from '../language/words.ts';
import { limits } from '../../../schemas/limits.ts';
import { everyPage, type PageInput } from '../readable.ts';
import type { Turn } from '../../turns/turn.ts';
import { type Statement, statementsOf, statementsOfConversation } from './statements.ts';

/** A readable resource that may hold an answer. */
export interface Evidence {
  readonly type: SearchType;
  readonly id: string;
  readonly title: string;
  readonly url: string | undefined;
  /** The day of its last change. */
  readonly changedOn: string;
  readonly versionId?: string;
  readonly channelId?: string;
  /** Roots of its title. Empty for a post, whose title is its own beginning. */
  readonly titled: ReadonlySet<string>;
  /** Roots of its kind and its author. */
  readonly around: ReadonlySet<string>;
  readonly statements: readonly Statement[];
}

const searched = 40;
/** The passages used of a resource that is too long to be read whole. */
const passages = 2;
/** The number of resources that are read whole. */
const read = 8;
/**
 * Conversations are read besides documents. There may be very many about one thing, and they must not displace a
 * document.
 */
const readOfTalks = 3;
/** The number of the asker's newest questions that are left out. */
const mostAsked = 2_000;

/** Readable texts that share words with the question. */
export interface Found {
  /** The likeliest first. */
  readonly evidence: readonly Evidence[];
  /** Sheets are listed apart, because they have rows instead of sentences. */
  readonly sheets: readonly SearchResult[];
}

/** The resources whose texts share the most words with the question, read whole if possible. */
export async function evidenceFor(
  words: readonly Word[],
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<Found> {
  const topics = topicsOf(words);
  const q = searchFor(topics);
  if (q === '') return { evidence: [], sheets: [] };
  const place = channelId === undefined ? {} : { channelId };
  const [written, talks, asked] = await Promise.all([
    workspace.search.run({ q, types: ['artifact', 'file', 'post'], limit: searched, passages, ...place }),
    workspace.search.run({ q, types: ['session'], limit: searched, passages, ...place }),
    sessionsOfQuestions(workspace),
  ]);
  const documents = likeliestOf(topics, written.results);
  const told = likeliestOf(
    topics,
    talks.results.filter(({ id }) => !asked.has(id)),
    Math.max(readOfTalks, read - documents.length),
  );
  const likeliest = likeliestOf(topics, [...documents, ...told], read + readOfTalks);
  const found = await readAll(likeliest, workspace, turn);
  return {
    evidence: found.filter((one) => one !== 'sheet' && one !== undefined),
    sheets: likeliest.filter((_, index) => found[index] === 'sheet'),
  };
}

/** Evidence from what was written in the given days. */
export async function evidenceOf(
  words: readonly Word[],
  [first, last]: readonly [first: string, last: string],
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<readonly Evidence[]> {
  const topics = topicsOf(words);
  const { results } = await workspace.search.run({
    q: searchFor(topics),
    types: ['artifact', 'file', 'post'],
    limit: limits.pageMost,
    passages,
    ...(channelId !== undefined && { channelId }),
  });
  const written = results.filter(({ at }) => at.slice(0, isoDay.length) >= first && at.slice(0, isoDay.length) <= last);
  const found = await readAll(likeliestOf(topics, written), workspace, turn);
  return found.filter((one) => one !== 'sheet' && one !== undefined);
}

/** The newest texts, read whole if possible. */
export async function newestEvidence(
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<readonly Evidence[]> {
  const { results } = await workspace.search.run({
    types: ['artifact', 'file', 'post'],
    limit: read,
    ...(channelId !== undefined && { channelId }),
  });
  const found = await readAll(results, workspace, turn);
  return found.filter((one) => one !== 'sheet' && one !== undefined);
}

/** Evidence from the texts of records. It comes last, because records are many and such questions are rare. */
export async function recordEvidenceFor(
  words: readonly Word[],
  workspace: Workspace,
  channelId: string | undefined,
  turn: Turn,
): Promise<readonly Evidence[]> {
  const topics = topicsOf(words);
  const q = searchFor(topics);
  if (q === '') return [];
  const { results } = await workspace.search.run({
    q,
    types: ['record'],
    limit: searched,
    passages,
    ...(channelId !== undefined && { channelId }),
  });
  const found = await readAll(likeliestOf(topics, results), workspace, turn);
  return found.filter((one) => one !== 'sheet' && one !== undefined);
}

function likeliestOf(topics: readonly Word[], results: readonly SearchResult[], most = read): SearchResult[] {
  return results
    .map((result) => ({ result, match: matchOf(topics, result) }))
    .filter(({ match }) => match > 0)
    .toSorted((a, b) => b.match - a.match || (a.result.id < b.result.id ? 1 : -1))
    .slice(0, most)
    .map(({ result }) => result);
}

/** The conversations of the asker's newest questions. They may repeat this question, so they are not evidence. */
async function sessionsOfQuestions({ queries }: Workspace): Promise<ReadonlySet<string>> {
  const asked = await everyPage(async (page: PageInput) => {
    const { queries: items, nextCursor } = await queries.list(page);
    return { items, nextCursor };
  }, mostAsked);
  return new Set(asked.map(({ sessionId }) => sessionId));
}

/**
 * The search for a question's words. The words come before their relatives, because a search reads only its first
 * words. It may be empty when no word fits.
 */
function searchFor(topics: readonly Word[]): string {
  const own = [...new Set(topics.map(({ text }) => text))];
  const relatives = [...new Set(topics.flatMap(({ folded }) => relativesOf(folded)))];
  let query = '';
  for (const word of [...own, ...relatives].slice(0, limits.searchWords)) {
    if (query.length + word.length < limits.searchQuery) query += `${word} `;
  }
  return query.trimEnd();
}

/**
 * The number of the words that a result shows. The order of the search is not used, because it depends on all texts.
 * Text that the asker may not read must not influence the choice.
 */
function matchOf(topics: readonly Word[], result: SearchResult): number {
  const { title } = result;
  const shown = new Set(wordsOf(`${title}\n${bestOf(result)}`).map(({ root }) => root));
  const titled = new Set(wordsOf(title).map(({ root }) => root));
  const roots = new Set(topics.map(({ root }) => root));
  let match = 0;
  for (const root of roots) match += (shown.has(root) ? 1 : 0) + (titled.has(root) ? 0.5 : 0);
  return match;
}

type Read = Pick<Evidence, 'statements' | 'versionId' | 'channelId'> & { readonly by: readonly string[] };

const readers: Record<SearchType, (result: SearchResult, workspace: Workspace) => Promise<Read | 'sheet'>> = {
  artifact: readArtifact,
  file: readFile,
  session: readSession,
  post: readPost,
  record: readRecord,
};

const extension = /\.\p{L}{2,5}$/u;

const roots = (text: string): string[] => text.split(' ').map(rootOf);
const kindWords: Record<SearchType, readonly string[]> = {
  artifact: roots('document write note'),
  file: roots('file upload write note'),
  session: roots('session conversation chat talk discuss ask'),
  post: roots('post write announce message discuss'),
  record: roots('record'),
};

/** One after the other, because splitting each into sentences takes time. */
async function readAll(results: readonly SearchResult[], workspace: Workspace, turn: Turn) {
  const found: (Evidence | 'sheet' | undefined)[] = [];
  for (const result of results) {
    found.push(await readWhole(result, workspace));
    await turn.yield();
  }
  return found;
}

/** Undefined when the resource has disappeared since it was found. */
async function readWhole(result: SearchResult, workspace: Workspace): Promise<Evidence | 'sheet' | undefined> {
  const { type, id, title, url, at } = result;
  const held = await readers[type](result, workspace).catch((error: unknown) => {
    if (error instanceof WorkspaceError && error.code === 'not_found') return undefined;
    throw error;
  });
  if (held === 'sheet') return held;
  if (!held || held.statements.length === 0) return undefined;
  const { by, ...rest } = held;
  const named = type === 'post' ? '' : title.replace(extension, '');
  const around = new Set([...kindWords[type], ...by.flatMap((name) => wordsOf(name).map(({ root }) => root))]);
  const changedOn = at.slice(0, isoDay.length);
  return {
    type,
    id,
    title,
    url,
    changedOn,
    titled: new Set(contentOf(wordsOf(named)).map(({ root }) => root)),
    around,
    ...rest,
  };
}

const isoDay = 'yyyy-mm-dd';

/** The best passages of a text that is too long to be read whole. */
const bestOf = ({ passages, snippet }: SearchResult): string => passages?.join('\n\n') ?? snippet;

/** The statements of a conversation, or of its best passages when it is too long. */
function statementsIn(said: readonly string[], result: SearchResult): Statement[] {
  const length = said.reduce((sum, text) => sum + text.length, 0);
  return length > limits.windowDefault ? statementsOf(bestOf(result)) : statementsOfConversation(said);
}

async function readArtifact(result: SearchResult, { artifacts }: Workspace): Promise<Read | 'sheet'> {
  const { artifact } = await artifacts.get({ artifactId: result.id, length: limits.windowDefault });
  const { versionId, channelId, kind, content, nextOffset, createdBy, updatedBy } = artifact;
  if (kind === 'csv') return 'sheet';
  const statements = statementsOf(nextOffset === undefined ? content : bestOf(result));
  return { statements, versionId, channelId, by: [createdBy.name, updatedBy.name] };
}

async function readFile(result: SearchResult, { files }: Workspace): Promise<Read> {
  const [{ file }, { text }] = await Promise.all([
    files.get({ fileId: result.id }),
    files.text({ fileId: result.id, length: limits.windowDefault }),
  ]);
  const held = text.nextOffset === undefined ? text.content : bestOf(result);
  return { statements: statementsOf(held ?? ''), by: [file.createdBy.name] };
}

async function readSession(result: SearchResult, { sessions }: Workspace): Promise<Read> {
  const { messages } = await sessions.messages({ sessionId: result.id, limit: limits.pageMost });
  const said = messages.map(({ body }) => body);
  return { statements: statementsIn(said, result), by: [] };
}

/** The record's title and its longer text values. */
async function readRecord(result: SearchResult, { records }: Workspace): Promise<Read> {
  const { id, channelId } = result;
  const { record } = await records.get({ channelId: channelId!, recordId: id });
  const texts = Object.values(record.values).filter((value) => typeof value === 'string' && /\s\S+\s\S+\s/.test(value));
  const statements = statementsIn([record.title, ...(texts as string[])], result);
  return { statements, channelId: record.channelId, by: [record.createdBy.name, record.updatedBy.name] };
}

async function readPost(result: SearchResult, { posts }: Workspace): Promise<Read> {
  const { id, channelId } = result;
  const place = { channelId: channelId!, postId: id };
  const { post } = await posts.get(place);
  const replies = post.replyCount === 0 ? [] : (await posts.replies({ ...place, limit: limits.pageDefault })).replies;
  const said = [post, ...replies].map(({ body }) => body);
  return { statements: statementsIn(said, result), channelId, by: [post.author.name] };
}

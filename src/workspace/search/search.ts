import { sql } from 'kysely';
import { type SearchResult, SearchType } from '../../../schemas/search.ts';
import { pathInChannel, resourcePath } from '../../../schemas/urls.ts';
import { askedWords, unfinishedWords } from '../../search/asked-words.ts';
import type { Db } from '../../store/tables.ts';
import { eachOf } from '../../store/prepared.ts';
import { type AskedTerm, termsHeld } from '../../text/asked-terms.ts';
import { unsegmented } from '../../text/segmenting.ts';
import { termPlaces } from '../../text/term-places.ts';
import { mapInTurns } from '../../turns/turn.ts';
import type { Handlers } from '../operation/handlers.ts';
import { readableChannelId } from '../channels/channels.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { openPage, type Page } from '../operation/paging.ts';
import { provenanceOf } from '../operation/provenance-sql.ts';
import { titleOfPost } from '../operation/said.ts';
import { readerOf } from '../operation/reader.ts';
import type { Scope } from '../operation/search-kinds-sql.ts';
import { findAttached } from './attached-sql.ts';
import { byChange, type Found, newestRecords, newestResources } from './newest-sql.ts';
import { rankedPage } from './ranking-sql.ts';

export const search: Handlers<'search'> = {
  run: (context, input) =>
    context.database.read(async (db) => {
      const channelId =
        input.channelId === undefined ? undefined : await readableChannelId(db, context, input.channelId);
      const page = openPage(context, { ...input, channelId });
      const types = input.types?.length ? input.types : SearchType.options;
      const withQuestions = input.types?.includes('session') ?? false;
      const scope: Scope = { reader: context.caller, types, channelId, withQuestions };
      if (input.q === undefined) return newest(db, context, scope, page);
      return ranked(db, context, scope, page, { ...input, q: input.q });
    }),
};

interface Asked {
  readonly q: string;
  readonly passages?: number | undefined;
  readonly matches?: boolean | undefined;
  readonly unfinished?: boolean | undefined;
}

/** The best passages of what was found, among what the caller may read. */
async function ranked(db: Db, context: Context, scope: Scope, page: Page, { q, passages, matches, unfinished }: Asked) {
  const asked = unfinished ? unfinishedWords(q) : askedWords(q);
  if (asked.terms.length === 0) return { results: [] };
  const { hits, nextCursor } = await rankedPage(db, context, scope, page, asked, passages ?? 1);
  if (hits.length === 0) return { results: [] };
  const texts = await passageTexts(
    db,
    hits.flatMap((hit) => hit.passages),
  );
  const shownSnippets = await snippetsOf(
    db,
    context,
    asked.terms,
    hits.flatMap((hit) => texts.get(hit.passages[0]!) ?? []),
  );
  const most = hits[0]!.score;
  const relative = (score: number) => Math.max(Math.round((100 * score) / most), 1) / 100;
  const shown = await mapInTurns(context.caller.userId, hits, ({ passages: best, score, ...hit }) => {
    const [first, ...others] = best.flatMap((passage) => texts.get(passage) ?? []);
    const snippet = shownSnippets.get(best[0]!) ?? '';
    return {
      ...hit,
      score: relative(score),
      title: first?.title ?? '',
      snippet,
      ...(matches && first && { matches: termPlaces(snippet, new Set(termsHeld(asked.terms, first))) }),
      ...(hit.type === 'artifact' && first && { versionId: first.versionId }),
      ...(passages && first && { passages: [first, ...others].map(({ body }) => body) }),
    };
  });
  return { results: await presentAll(db, context, shown), nextCursor };
}

interface PassageText {
  readonly id: number;
  readonly home: number;
  readonly title: string;
  readonly versionId: string;
  readonly body: string;
}

async function passageTexts(db: Db, passages: readonly number[]): Promise<ReadonlyMap<number, PassageText>> {
  const texts = await db
    .selectFrom('passages')
    .select(['id', 'home', 'title', 'version_id as versionId', 'body'])
    .where('id', 'in', passages)
    .execute();
  return new Map(texts.map((text) => [text.id, text]));
}

async function snippetsOf(
  db: Db,
  { database, scan, caller }: Context,
  terms: readonly AskedTerm[],
  passages: readonly PassageText[],
): Promise<ReadonlyMap<number, string>> {
  const cuts = await mapInTurns(caller.userId, passages, (passage) => ({
    ...passage,
    terms: termsHeld(terms, passage),
  }));
  const snippets = await database.texts.snippets(db, scan, cuts);
  return new Map(Array.from(snippets, ([passage, snippet]) => [passage, unsegmented(snippet)]));
}

/** The most recently changed resources of every kind. */
async function newest(db: Db, context: Context, scope: Scope, page: Page) {
  const [at, id] = page.after ?? [];
  const behind = id === undefined ? undefined : { at: String(at), id: String(id) };
  const { found, end } = await newestResources(db, context, scope, page.take, behind);
  const records = scope.types.includes('record') ? await newestRecords(db, scope, page.take, behind) : [];
  const until = [...found, ...records].filter((one) => end === undefined || byChange(one, end) <= 0);
  const shown = until.sort(byChange).slice(0, page.take);
  const { rows, nextCursor } = page.close(shown, (row) => [row.at, row.id], { end: end && [end.at, end.id] });
  const results = await presentAll(
    db,
    context,
    rows.map((row) => ({ ...row, snippet: '' })),
  );
  return { results, nextCursor };
}

type Shown = Found & Pick<SearchResult, 'snippet' | 'matches' | 'versionId' | 'passages'>;

/** Adds authors, channels and kinds of artifacts. Posts also get their first line. Resources deleted meanwhile are left out. */
async function presentAll(db: Db, context: Context, found: readonly Shown[]): Promise<SearchResult[]> {
  const idsOf = (type: SearchType) => found.filter((one) => one.type === type).map(({ id }) => id);
  const artifacts = await artifactDetails(db, idsOf('artifact'));
  const records = await recordDetails(db, idsOf('record'));
  const posts = await postDetails(db, idsOf('post'));
  const attached = await attachedDetails(db, context, [...idsOf('file'), ...idsOf('session')]);
  const provenance = await provenanceOf(db, found);
  return found.flatMap((one): SearchResult[] => {
    const { type, id } = one;
    const by = provenance(one);
    if (!by) return [];
    const record = records.get(id);
    if (record)
      return [
        {
          ...one,
          ...by,
          channelId: record.channelId,
          url: pageUrl(context, pathInChannel(record.channelSlug, type, id)),
        },
      ];
    const post = posts.get(id);
    if (post) {
      const url = pageUrl(context, pathInChannel(post.slug, type, id));
      return [{ ...by, ...one, title: titleOfPost(post.beginning), channelId: post.channelId, url }];
    }
    if (type === 'record' || type === 'post') return [];
    return [
      { ...by, ...one, ...artifacts.get(id), ...attached.get(id), url: pageUrl(context, resourcePath(type, id)) },
    ];
  });
}

/** Whether artifacts are documents or sheets, and the channels that they belong to. */
async function artifactDetails(
  db: Db,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<SearchResult, 'kind' | 'channelId'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('artifacts')
    .select(['id', 'kind', 'channel_id as channelId'])
    .where('id', 'in', eachOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map(({ id, kind, channelId }) => [id, { kind, ...(channelId !== null && { channelId }) }]));
}

/** Where files and conversations are attached. */
async function attachedDetails(
  db: Db,
  { caller }: Context,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<SearchResult, 'channelId'>>> {
  if (ids.length === 0) return new Map();
  const rows = await findAttached(db, { ...readerOf(caller), ids: JSON.stringify(ids) });
  return new Map(rows.flatMap(({ id, channelId }) => (channelId === null ? [] : [[id, { channelId }]])));
}

interface PostDetails {
  readonly channelId: string;
  readonly slug: string;
  readonly beginning: string;
}

async function postDetails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, PostDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('posts')
    .innerJoin('channels', 'channels.id', 'posts.channel_id')
    .select([
      'posts.id',
      'posts.channel_id as channelId',
      'channels.slug',
      sql<string>`substr(trim(posts.body), 1, 1000)`.as('beginning'),
    ])
    .where('posts.id', 'in', eachOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

interface RecordDetails {
  readonly id: string;
  readonly channelId: string;
  readonly channelSlug: string;
}

async function recordDetails(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, RecordDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('records')
    .innerJoin('data_sets', 'data_sets.number', 'records.data_set')
    .innerJoin('channels', 'channels.id', 'data_sets.channel_id')
    .select(['records.id', 'data_sets.channel_id as channelId', 'channels.slug as channelSlug'])
    .where('records.id', 'in', eachOf(JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

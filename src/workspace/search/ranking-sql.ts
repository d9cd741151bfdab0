import { type RawBuilder, sql } from 'kysely';
import type { SearchType } from '../../../schemas/search.ts';
import type { AskedWords } from '../../search/asked-words.ts';
import type { Db } from '../../store/tables.ts';
import type { ScannedRow } from '../../store/scan.ts';
import type { LookedThrough, TextIndex } from '../../store/text-index.ts';
import type { Context } from '../operation/context.ts';
import type { Page } from '../operation/paging.ts';
import { lookedThrough } from '../operation/search-homes-sql.ts';
import { readableHits, type Scope } from '../operation/search-kinds-sql.ts';

export interface Hit {
  readonly type: SearchType;
  readonly id: string;
  readonly at: string;
  readonly score: number;
  /** The best first. */
  readonly passages: readonly number[];
}

/** With this many occurrences, a word has half of its maximal weight. */
const saturation = 2;
/** A word of the title counts as this many words of the text. */
const titleWeight = 2;
/** How much of a word's weight depends on the length of the text around it. */
const lengthShare = 0.5;

/** The cost of ranking a hit, or of finding a word in the texts of a home, in rows read. */
const rowsPerHit = 10;
/** More hits, and more occurrences of words in them, are not counted: that they are many is enough to know. */
const mostCounted = 1_000;
const mostOccurrencesCounted = 5_000;

/**
 * A page of resources with any of the words, ranked by their best passage (BM25 over title and text). A phrase counts
 * as one more word. Word rarity and text lengths come only from matching passages that the caller may read. Unreadable
 * texts therefore never change a result. The order shifts as texts are added. A later page continues after the last
 * result's current rank, and leaves out newer resources.
 */
export async function rankedPage(
  db: Db,
  context: Context,
  scope: Scope,
  page: Page,
  asked: AskedWords,
  passagesEach: number,
): Promise<{ hits: readonly Hit[]; nextCursor?: string }> {
  const { texts } = context.database;
  const [lastId, lastPlace, given] = page.after ?? [];
  const began = given === undefined ? new Date().toISOString() : String(given);
  const last = lastId === undefined ? undefined : { id: String(lastId), place: Number(lastPlace), began };
  const where = await lookedThrough(db, context, scope.reader);
  const statement = ranking(scope, texts.occurrences(where, asked), asked, page.take, passagesEach, last).compile(db);
  const rows = await context.scan(statement, { rows: rowsPerHit * (await looksOf(db, texts, where, asked)) });
  const before = last?.place ?? 0;
  const closed = page.close(hitsIn(rows), (hit, index) => [hit.id, before + index + 1, began]);
  return { hits: closed.rows, ...(closed.nextCursor !== undefined && { nextCursor: closed.nextCursor }) };
}

/** How often a ranking looks at something, counted no further than to many. A hit may hold its words very often. */
async function looksOf(
  db: Db,
  texts: TextIndex,
  where: LookedThrough,
  { terms, phrases }: AskedWords,
): Promise<number> {
  const places = where.prefixes.length * (terms.length + 2 * phrases.length) + where.strays.length;
  if (places >= mostCounted) return places;
  const { rows } = await sql<{ hits: number; occurrences: number }>`
    select count(distinct passage) as hits, count(*) as occurrences
    from (${texts.someOccurrences(where, terms)} limit ${mostOccurrencesCounted}) as counted`.execute(db);
  const [{ hits, occurrences: counted }] = rows as [(typeof rows)[number]];
  return places + (counted === mostOccurrencesCounted ? mostCounted : hits);
}

/** Each row names a passage of a hit. */
function hitsIn(rows: readonly ScannedRow[]): Hit[] {
  const hits = new Map<string, Hit & { passages: number[] }>();
  for (const [type, id, at, score, passage] of rows as [SearchType, string, string, number, number][]) {
    const hit = hits.get(id);
    if (hit) hit.passages.push(passage);
    else hits.set(id, { type, id, at, score, passages: [passage] });
  }
  return [...hits.values()];
}

interface LastHit {
  readonly id: string;
  /** How many were shown until then: where the next page begins if this one is found no more. */
  readonly place: number;
  readonly began: string;
}

function ranking(
  scope: Scope,
  occurrences: RawBuilder<unknown>,
  { terms, phrases }: AskedWords,
  take: number,
  passagesEach: number,
  last?: LastHit,
) {
  const weights = [...terms.map(({ weight }) => weight), ...phrases.map(() => 1)];
  const columns = weights.map((weight, index) => ({
    index,
    weight,
    titles: sql.ref(`titles${index}`),
    total: sql.ref(`total${index}`),
    rarity: sql.ref(`rarity${index}`),
  }));
  // The rows of one term are of different passages already, and to sort those of a common one takes long.
  const isOne = weights.length === 1;
  const count = (column: string, index: number) =>
    isOne ? sql.ref(column) : sql`sum(case source when ${sql.lit(index)} then ${sql.ref(column)} else 0 end)`;
  const counts = columns.map(
    ({ index, titles, total }) => sql`${count('titles', index)} as ${titles}, ${count('total', index)} as ${total}`,
  );
  const byPassage = isOne ? sql`` : sql`group by passage`;
  const rarities = columns.map(({ total, rarity }) => {
    const holding = sql`sum(case when ${total} > 0 then 1 else 0 end)`;
    return sql`ln(cast(1 + (2 * count(*) - ${holding} + 0.5) / (${holding} + 0.5) as double precision)) as ${rarity}`;
  });
  const evened = (length: string) =>
    sql`(${sql.lit(1 - lengthShare)} + ${sql.lit(lengthShare)} * known.${sql.ref(length)} / figures.${sql.ref(length)})`;
  const scores = columns.map(({ weight, titles, total, rarity }) => {
    const frequency = sql`${sql.lit(titleWeight)} * ${titles} / ${evened('title_length')}
      + (${total} - ${titles}) / ${evened('body_length')}`;
    return sql`${weight} * ${rarity} * (1 - ${sql.lit(saturation)} / (${sql.lit(saturation)} + ${frequency}))`;
  });
  const kept = sql.join([
    sql`passage, title_length, body_length`,
    ...columns.map(({ titles, total }) => sql`${titles}, ${total}`),
  ]);
  return sql`
    with matched as materialized (
      select passage, ${sql.join(counts)} from (${occurrences}) as occurrence ${byPassage}),
    hit as materialized (
      select resource_type, resource_id, version_id, octet_length(title) as title_length, octet_length(body) as body_length,
        matched.*
      from matched cross join passages indexed by passages_by_id on passages.id = matched.passage),
    known as materialized (${readableHits(scope, kept, last?.began)}),
    figures as materialized (
      select ${averageOf('title_length')}, ${averageOf('body_length')}, ${sql.join(rarities)}
      from known),
    scored as materialized (
      select type, known.id, at, passage, ${sql.join(scores, sql` + `)} as score from known cross join figures),
    best as materialized (select type, id, at, max(score) as score from scored group by type, id, at),
    page as materialized (
      select * from best order by score desc, id desc limit ${take} offset ${last ? placeOf(last) : sql`0`}),
    shown as (
      select page.*, scored.passage, row_number() over (
        partition by page.id order by scored.score desc, scored.passage) as number
      from scored cross join page on page.id = scored.id)
    select type, id, at, score, passage from shown where number <= ${passagesEach}
    order by score desc, id desc, number`;
}

/** At least 1, because lengths are divided by it. Engines round their own averages differently. */
const averageOf = (length: string) => {
  const average = sql`cast(sum(${sql.ref(length)}) as double precision) / count(*)`;
  return sql`case when ${average} > 1 then ${average} else 1 end as ${sql.ref(length)}`;
};

/** How many rank before the next page. SQLite refuses a statement in which CTEs name one another much oftener than here. */
const placeOf = ({ id, place }: LastHit) => sql`coalesce((
  select nullif(count(*), 0) from best as last join best on (best.score, best.id) >= (last.score, last.id)
  where last.id = ${id}), ${place})`;

import { type RawBuilder, sql } from 'kysely';
import { type AskedTerm, phraseOf, words } from '../../../text/asked-terms.ts';
import type { Asked, Cut, LookedThrough, Snippets, TextIndex } from '../../text-index.ts';
import { countBase, lexeme, prefixOfHome, shortened } from './lexemes.ts';

/** Cuts the snippets of passages. */
export type CutSnippets = (cuts: readonly Cut[]) => Promise<Snippets>;

/** Finds passages by their vectors (`lexemes.ts`), in the tables that any engine has. */
export const postgresTextIndex = (cutSnippets: CutSnippets): TextIndex => ({
  prefixOfHome,
  occurrences: (where, asked) => allOf(occurrences(where, asked)),
  someOccurrences: ({ prefixes }, terms) =>
    allOf(terms.map((term) => sql`select id as passage from passages where ${holds(anyHome(prefixes, wordIn(term)))}`)),
  snippets: (_db, _scan, cuts) => cutSnippets(cuts),
  titleHolds,
  someTitles: ({ prefixes }, text) =>
    allOf(
      titlePhrases(text)
        .flat()
        .map(
          (term) => sql`select id as doc from passages
          where ${holds(anyHome(prefixes, (prefix) => `${lexeme(prefix, term)}:*A`))}`,
        ),
    ),
  looksForTitle: ({ prefixes, strays }, text) => titlePhrases(text).flat().length * prefixes.length + strays.length,
});

/** An expression of the index. The home has this prefix. */
type Query = (prefix: string) => string;

const wordIn =
  ({ term, isBeginning }: Pick<AskedTerm, 'term' | 'isBeginning'>): Query =>
  (prefix) =>
    lexeme(prefix, term) + (isBeginning ? ':*' : '');

const phraseIn =
  (terms: readonly string[], weight: 'A' | 'D', end = ''): Query =>
  (prefix) =>
    terms
      .map((term, place) => `${lexeme(prefix, term)}:${place === terms.length - 1 ? end : ''}${weight}`)
      .join(' <-> ');

const anyHome = (prefixes: readonly string[], query: Query): string =>
  prefixes.map((prefix) => `(${query(prefix)})`).join(' | ');

const holds = (query: string): RawBuilder<unknown> => sql`passages.terms @@ cast(${query} as tsquery)`;

function occurrences(where: LookedThrough, { terms, phrases }: Asked): RawBuilder<unknown>[] {
  return [
    ...terms.flatMap((term, source) => counted(where, source, wordIn(term), countOf(term))),
    ...phrases.flatMap((phrase, index) => {
      const source = terms.length + index;
      const once = (titles: 0 | 1): Count => ({ titles: sql.lit(titles), total: sql.lit(1) });
      return [
        ...counted(where, source, phraseIn(phrase, 'A'), once(1)),
        ...counted(where, source, phraseIn(phrase, 'D'), once(0)),
      ];
    }),
  ];
}

interface Count {
  readonly titles: RawBuilder<unknown>;
  readonly total: RawBuilder<unknown>;
}

/** The count of a word is noted, or one. Those of words with one beginning are counted in the vector. */
function countOf({ term, isBeginning }: AskedTerm): Count {
  const held = sql`coalesce(cast(passages.counts ->> ${shortened(term)} as integer), 1)`;
  if (!isBeginning)
    return { titles: sql`${held} / ${sql.lit(countBase)}`, total: sql`${held} % ${sql.lit(countBase)}` };
  const begun = (figure: RawBuilder<unknown>) => sql`(select ${figure} from unnest(passages.terms) as word
    cross join unnest(word.weights) as weight
    where starts_with(substr(word.lexeme, strpos(word.lexeme, '.') + 1), ${term}))`;
  return { titles: begun(sql`count(*) filter (where weight = 'A')`), total: begun(sql`count(*)`) };
}

/** A select of the homes, and one of the strays. */
function counted(
  { prefixes, strays }: LookedThrough,
  source: number,
  query: Query,
  { titles, total }: Count,
): RawBuilder<unknown>[] {
  const columns = sql`select passages.id as passage, ${sql.lit(source)} as source, ${titles} as titles, ${total} as total`;
  const ofHomes = prefixes.length === 0 ? [] : [sql`${columns} from passages where ${holds(anyHome(prefixes, query))}`];
  if (strays.length === 0) return ofHomes;
  const asked = strays.map(([prefix, resource, version, first, last]) => ({
    query: query(prefix),
    resource,
    version,
    first,
    last,
  }));
  return [
    ...ofHomes,
    sql`${columns} from jsonb_to_recordset(cast(${JSON.stringify(asked)} as jsonb))
      as stray (query text, resource text, version text, first bigint, last bigint)
      join passages on passages.resource_id = stray.resource and passages.version_id = stray.version
        and passages.id between stray.first and stray.last
      where passages.terms @@ cast(stray.query as tsquery)`,
  ];
}

function titleHolds({ prefixes, strays }: LookedThrough, text: string): RawBuilder<unknown> {
  const phrases = titlePhrases(text);
  if (phrases.length === 0 || prefixes.length + strays.length === 0)
    return sql`select null as resource_id, null as version_id where false`;
  const query: Query = (prefix) => phrases.map((phrase) => `(${phraseIn(phrase, 'A', '*')(prefix)})`).join(' & ');
  const asked = strays.map(([prefix, , , first]) => ({ query: query(prefix), first }));
  const found = sql`select passages.resource_id, passages.version_id`;
  return allOf([
    ...(prefixes.length === 0 ? [] : [sql`${found} from passages where ${holds(anyHome(prefixes, query))}`]),
    ...(asked.length === 0
      ? []
      : [
          sql`${found} from jsonb_to_recordset(cast(${JSON.stringify(asked)} as jsonb)) as stray (query text, first bigint)
            join passages on passages.id = stray.first where passages.terms @@ cast(stray.query as tsquery)`,
        ]),
  ]);
}

/** The terms of each distinct word of a text. */
const titlePhrases = (text: string): string[][] =>
  [...new Set(words(text))].map((word) => phraseOf([word])).filter(({ length }) => length > 0);

const allOf = (selects: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  selects.length === 0
    ? sql`select cast(null as bigint) as passage, 0 as source, 0 as titles, 0 as total where false`
    : sql.join(selects, sql` union all `);

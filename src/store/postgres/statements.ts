import { createHash } from 'node:crypto';

/** A statement as PostgreSQL takes it. Named ones are parsed once per connection. */
export interface Numbered {
  readonly text: string;
  readonly name?: string;
}

/** Longer statements have many conditions and are rarely repeated. */
const longestNamed = 20_000;
const mostKnown = 2_000;

/**
 * A change of fields or the migration of a newer release gives a table another column. Then what was parsed before
 * fails, if it asks for all columns. Those of a subquery stay as they are, unless it asks for a Data Set.
 */
const allColumns = /\bselect \*\s+from (?!\()|"\.\*/;
const dataTable = /\bdata_\d+\b/;

const known = new Map<string, Numbered>();

/** A statement with numbered parameters. Those of queries are `?` or `+?`; Kysely has numbered its own. */
export function numbered(sql: string): Numbered {
  let statement = known.get(sql);
  if (!statement) {
    const text = withNumbers(withoutHints(sql));
    const changes = allColumns.test(text) || (dataTable.test(text) && text.includes('*'));
    const isNamed = text.length <= longestNamed && !changes;
    statement = isNamed ? { text, name: digestOf(text) } : { text };
    if (known.size >= mostKnown) known.clear();
    known.set(sql, statement);
  }
  return statement;
}

/** Texts and names in quotes stay as they are. A parameter that is only compared with null has no other type. */
function withNumbers(sql: string): string {
  let count = 0;
  const text = sql.replace(/'[^']*'|"[^"]*"|\+?\?/g, (found) => (found.endsWith('?') ? `$${(count += 1)}` : found));
  return text.replace(/(\$\d+)( is (?:not )?null)\b/g, 'cast($1 as text)$2');
}

const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url').slice(0, 24);

/**
 * Statements of both engines may say in which order SQLite joins, by `cross join … on`, and by which index it searches.
 * Here the planner decides, and a `cross join` has no condition.
 */
function withoutHints(sql: string): string {
  const words = [...sql.matchAll(/'[^']*'|"[^"]*"|[(),]|\bcross join\b|\bindexed by \w+|\b[a-z]+\b/gi)];
  const depths: number[] = [];
  let depth = 0;
  for (const [word] of words) {
    if (word === ')') depth -= 1;
    depths.push(depth);
    if (word === '(') depth += 1;
  }
  let text = '';
  let from = 0;
  words.forEach(({ 0: word, index }, place) => {
    const isHint = /^indexed by/i.test(word);
    if (!isHint && !(/^cross join$/i.test(word) && hasCondition(words, depths, place))) return;
    text += sql.slice(from, index) + (isHint ? '' : 'join');
    from = index + word.length;
  });
  return text + sql.slice(from);
}

/** Ends what a join names, unless it is its condition. */
const next = /^(cross join|join|left|inner|where|group|order|union|limit|window|having|returning|,)$/i;

function hasCondition(words: readonly RegExpMatchArray[], depths: readonly number[], join: number): boolean {
  for (let place = join + 1; place < words.length; place += 1) {
    if (depths[place]! > depths[join]!) continue;
    const [word] = words[place]!;
    if (/^on$/i.test(word)) return true;
    if (depths[place]! < depths[join]! || next.test(word)) return false;
  }
  return false;
}

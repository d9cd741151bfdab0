import { type Kysely, sql } from 'kysely';
import { schema } from '../../pool.ts';
import { folded } from '../../../../text/folding.ts';

/**
 * Creates the function `folded`, which folds every character as `text/folding.ts` does. The server's tables may be older
 * or newer than those of this runtime. Characters that it folds otherwise are therefore replaced one by one.
 */
export async function createFolding(tx: Kysely<unknown>): Promise<void> {
  const lower = await lowerFor(tx);
  const marks = classOf((one) => /\p{M}/u.test(one));
  const finalSigma = sigmaAtTheEnd();
  const beyondAscii = (name: string, replaced: string) =>
    sql.raw(`create or replace function ${name}(exactly text) returns text language plpgsql immutable strict parallel safe as $$
      declare bare text := regexp_replace(exactly, '${marks}+', '', 'g');
      begin
        ${replaced}
        bare := regexp_replace(normalize(bare, NFKD), '${marks}+', '', 'g');
        if strpos(bare, 'Σ') > 0 then bare := regexp_replace(bare, '${finalSigma}', 'ς', 'g'); end if;
        return ${lower('bare')} collate "C";
      end $$`);
  await beyondAscii('folded_beyond_ascii', '').execute(tx);
  await beyondAscii('folded_beyond_ascii', replacing(await foldedOtherwise(tx, lower))).execute(tx);
  await sql
    .raw(`create function folded(exactly text) returns text language sql immutable parallel safe as $$
      select case when octet_length(exactly) = length(exactly) then lower(exactly collate "C")
        else ${schema}.folded_beyond_ascii(exactly) end $$`)
    .execute(tx);
}

type Lower = (text: string) => string;

/** PostgreSQL 17 knows the cases of Unicode by itself; older ones know them from ICU. */
async function lowerFor(tx: Kysely<unknown>): Promise<Lower> {
  const { rows } = await sql<{ name: string }>`select collname as name from pg_collation
    where collname in ('pg_c_utf8', 'und-x-icu') order by collname limit 1`.execute(tx);
  const [collation] = rows;
  if (!collation) throw new Error('This PostgreSQL was built without ICU');
  return (text) => `lower(${text} collate "${collation.name}")`;
}

const characters = function* () {
  for (let code = 0x80; code < 0x11_0000; code += 1)
    if (code < 0xd800 || code > 0xdfff) yield String.fromCodePoint(code);
};

/** The characters that the function folds to something else, with what they fold to here. */
async function foldedOtherwise(tx: Kysely<unknown>, lower: Lower): Promise<[from: string, to: string][]> {
  const folding = [...characters()].filter((one) => folded(one) !== one).map((one) => one.codePointAt(0)!);
  const { rows } = await sql<{ from: string; to: string }>`
    with codes as (
      select code from generate_series(128, 1114111) as code where code not between 55296 and 57343
        and (normalize(chr(code), NFKD) <> chr(code) or ${sql.raw(lower('chr(code)'))} <> chr(code))
      union select cast(value as integer) from json_each(${JSON.stringify(folding)})
    ) select chr(code) as "from", folded_beyond_ascii(chr(code)) as "to" from codes`.execute(tx);
  return rows.filter(({ from, to }) => folded(from) !== to).map(({ from }): [string, string] => [from, folded(from)]);
}

function replacing(pairs: readonly [from: string, to: string][]): string {
  if (pairs.length === 0) return '';
  const each = pairs.map(([from, to]) => `bare := replace(bare, '${from}', '${to}');`).join(' ');
  return `if bare ~ '${classOf((one) => pairs.some(([from]) => from === one))}' then ${each} end if;`;
}

/** A character class of regular expressions, with the ranges of this runtime. */
function classOf(holds: (character: string) => boolean, from = characters()): string {
  const ranges: [first: number, last: number][] = [];
  for (const character of from) {
    if (!holds(character)) continue;
    const code = character.codePointAt(0)!;
    const last = ranges.at(-1);
    if (last && last[1] === code - 1) last[1] = code;
    else ranges.push([code, code]);
  }
  return `[${ranges.map(([first, last]) => `${escaped(first)}-${escaped(last)}`).join('')}]`;
}

const escaped = (code: number): string => String.raw`\U${code.toString(16).padStart(8, '0')}`;

const ascii = Array.from({ length: 0x7f }, (_, code) => String.fromCodePoint(code + 1));
const all = function* () {
  yield* ascii;
  yield* characters();
};
/** A sigma at the end of a word, by Unicode's condition for it. */
function sigmaAtTheEnd(): string {
  const cased = classOf((one) => /\p{Cased}/u.test(one), all());
  const ignored = classOf((one) => /\p{Case_Ignorable}/u.test(one), all());
  return `(?<=${cased}${ignored}*)Σ(?!${ignored}*${cased})`;
}

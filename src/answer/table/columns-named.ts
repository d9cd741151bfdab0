import { baseOf, type TableField } from './grid.ts';
import { functionWords, type Token, tokensOf } from './words/words.ts';

/** How a question names a field. */
export interface ColumnNamed {
  readonly field: TableField;
  /** 1 when every telling word of its label is there, 0 when none is. */
  readonly share: number;
  /** The question's tokens that name it. */
  readonly tokens: ReadonlySet<number>;
}

/** Words of a question that ask for what a label's words hold, though they are others. */
const kin: Readonly<Record<string, string>> = {
  when: 'date year time day',
  year: 'date season',
  date: 'year day',
  old: 'age born year',
  young: 'age born year',
  far: 'distance',
  long: 'duration distance time',
  fast: 'time speed',
  slow: 'time speed',
  heavy: 'weight mass',
  large: 'size area population',
  big: 'size area population',
  small: 'size area population',
  high: 'elevation altitude',
  tall: 'height',
  deep: 'depth',
  expensive: 'price cost',
  cheap: 'price cost',
  where: 'location venue place city country site',
  city: 'location',
  location: 'venue place city site',
  nation: 'country',
  country: 'nation nationality',
  people: 'population',
  live: 'population',
  rank: 'position place',
  place: 'rank position finish',
  position: 'rank place',
  finish: 'position place rank result',
  money: 'earnings amount prize',
  earn: 'earnings prize',
  cost: 'price',
  movie: 'film title',
  film: 'movie title',
  person: 'name',
  who: 'name player',
  attend: 'attendance crowd',
  people_attended: 'attendance',
  school: 'college university',
  win: 'winner',
};

const kinStems = new Map(
  Object.entries(kin).map(([word, others]) => [
    tokensOf(word)[0]!.stem,
    new Set(tokensOf(others).map(({ stem }) => stem)),
  ]),
);

/** A word that names the table names no field by itself: of `Deals`, "deals" is not the field `Deal size`. */
export function columnsNamed(
  tokens: readonly Token[],
  fields: readonly TableField[],
  namesTable: ReadonlySet<number>,
): Map<string, ColumnNamed> {
  return new Map(
    fields.map((field) => {
      const named = columnNamed(tokens, baseOf(field, fields));
      const isOfTable = named.share < 0.99 && named.tokens.isSubsetOf(namesTable);
      return [field.key, isOfTable ? { ...named, share: 0, tokens: new Set() } : named];
    }),
  );
}

function columnNamed(tokens: readonly Token[], field: TableField): ColumnNamed {
  const label = tokensOf(field.label);
  const telling = label.filter(({ text }) => !functionWords.has(text));
  const words = telling.length > 0 ? telling : label;
  if (field.derived || words.length === 0) return { field, share: 0, tokens: new Set() };
  const found = new Set<number>();
  let share = 0;
  for (const { stem } of words) {
    const places = tokens.flatMap((token, index) => (token.stem === stem ? [index] : []));
    if (places.length > 0) {
      share += 1 / words.length;
      for (const place of places) found.add(place);
      continue;
    }
    const near = tokens.findIndex((token) => kinStems.get(token.stem)?.has(stem) ?? false);
    if (near >= 0) {
      share += 0.5 / words.length;
      found.add(near);
    }
  }
  return { field, share, tokens: found };
}

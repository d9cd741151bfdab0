import { functionWords } from '../language/lexicon/grammar.ts';
import { kin } from '../language/lexicon/meanings.ts';
import { stemOf } from '../language/stems.ts';
import { baseOf, type TableField } from './grid.ts';
import { type Token, tokensOf } from './words/words.ts';

/** How a question names a field. */
export interface ColumnNamed {
  readonly field: TableField;
  /** 1 when every telling word of its label is there, 0 when none is. */
  readonly share: number;
  /** The question's tokens that name it. */
  readonly tokens: ReadonlySet<number>;
}

const kinStems = new Map(
  Array.from(kin, ([word, others]) => [stemOf(word), new Set(others.split(',').map(stemOf))] as const),
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

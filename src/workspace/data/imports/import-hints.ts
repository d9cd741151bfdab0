import type { DataSet } from '../../../../schemas/data-sets.ts';
import { limits } from '../../../../schemas/limits.ts';
import type { ImportedTable } from '../../../tables/csv-import.ts';
import { quoted } from '../../../tables/quoted.ts';
import type { Suggestion } from '../../../tables/notations/suggestions.ts';
import type { Db } from '../../../store/tables.ts';
import { dataSetsNamed } from '../named-sql.ts';

/** The Data Sets of a channel that have a name. */
export async function namesakes(db: Db, channelId: string, name: string) {
  const found = await dataSetsNamed(db, { channelId, name });
  return found.filter(({ isExact }) => isExact === 1);
}

/** A line about a new Data Set: types that fit better, and others of its name. */
export async function hintOf(
  db: Db,
  channelId: string,
  { objectType, name }: DataSet,
  table: ImportedTable,
): Promise<string | undefined> {
  const isShared = (await namesakes(db, channelId, name)).length > 1;
  const hints = [
    ...(isShared
      ? [`This channel has another Data Set named ${quoted(name)}. This one has the key ${objectType}.`]
      : []),
    ...suggestionsOf(table),
  ];
  return hints.length > 0 ? hints.join(' ') : undefined;
}

function suggestionsOf({ fields, suggestions }: ImportedTable): string[] {
  const better = fields.flatMap(({ label, type }, place) => {
    const kind = suggestions[place]?.kind;
    return kind && kind.type !== type ? [`${quoted(label)} → ${kindText(kind)}`] : [];
  });
  if (better.length === 0) return [];
  const named = better.slice(0, limits.suggestionsNamed).join(', ');
  const more = better.length > limits.suggestionsNamed ? ` and ${better.length - limits.suggestionsNamed} more` : '';
  return [`Columns could have better types: ${named}${more}.`, howToTakeThem];
}

const howToTakeThem =
  'To take them, delete this Data Set, then import the file with `types: "suggested"`. A preview shows them first.';

const kindText = ({ type, options }: NonNullable<Suggestion['kind']>): string =>
  options.currencyCode === undefined ? type : `${type} ${options.currencyCode}`;

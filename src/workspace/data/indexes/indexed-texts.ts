import { limits } from '../../../../schemas/limits.ts';
import { type CatalogueDataSet, rowsToRead } from '../../../query/catalogue.ts';
import { indexedColumns, type IndexTerms, textColumns, textSizes } from '../../../store/data-tables/data-indexes.ts';
import type { Database } from '../../../store/database.ts';

/** The texts that indexes would hold. */
interface IndexedTexts {
  readonly bytes: number;
  /** Whether every text of an index is short enough for it. */
  readonly isShort: (terms: IndexTerms) => boolean;
}

export async function indexedTexts(
  database: Database,
  dataSet: CatalogueDataSet,
  wanted: readonly IndexTerms[],
  closing: AbortSignal,
): Promise<IndexedTexts> {
  const { mostIndexedBytes } = database.dialect;
  const columns = [...new Set(wanted.flatMap(mostIndexedBytes === Infinity ? textColumns : indexedColumns))];
  if (columns.length === 0) return { bytes: 0, isShort: () => true };
  const statement = { sql: textSizes(dataSet.number, columns), parameters: [] };
  const nobody = { userId: '', organizationId: '', gone: () => closing, spentMs: 0 };
  const [row] = await database.scan(statement, { rows: rowsToRead(dataSet) }, nobody);
  const [bytes, ...longest] = row!.map(Number) as [number, ...number[]];
  const longestIn = new Map(columns.map((column, place) => [column, longest[place]!]));
  const longestOf = (column: string) => longestIn.get(column) ?? 0;
  const isShort = (terms: IndexTerms) =>
    textColumns(terms).every((column) => longestOf(column) <= limits.indexedText) &&
    indexedColumns(terms).reduce((sum, column) => sum + longestOf(column), 0) <= mostIndexedBytes;
  return { bytes, isShort };
}

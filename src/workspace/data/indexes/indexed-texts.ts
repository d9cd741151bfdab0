import { limits } from '../../../../schemas/limits.ts';
import { type CatalogueDataSet, rowsToRead } from '../../../query/catalogue.ts';
import { type IndexTerms, textColumns, textSizes } from '../../../store/data-tables/data-indexes.ts';
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
  const columns = [...new Set(wanted.flatMap(textColumns))];
  if (columns.length === 0) return { bytes: 0, isShort: () => true };
  const statement = { sql: textSizes(dataSet.number, columns), parameters: [] };
  const nobody = { userId: '', organizationId: '', gone: () => closing, spentMs: 0 };
  const [row] = await database.scan(statement, { rows: rowsToRead(dataSet) }, nobody);
  const [bytes, ...longest] = row!.map(Number) as [number, ...number[]];
  const long = new Set(columns.filter((_, place) => longest[place]! > limits.indexedText));
  return { bytes, isShort: (terms) => !textColumns(terms).some((column) => long.has(column)) };
}

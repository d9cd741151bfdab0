import type { AnswerSources } from '../../../schemas/queries.ts';
import type { Db } from '../../store/tables.ts';
import type { Reader } from '../operation/access.ts';
import { provenanceOf } from '../operation/provenance-sql.ts';
import { citable } from './citable-sql.ts';

/** Filters sources to the ones that the reader may read now, and adds their authors. */
export async function readableSources(
  db: Db,
  reader: Reader,
  cited: AnswerSources,
): Promise<(sources: AnswerSources) => AnswerSources> {
  const isCitable = await citable(db, reader, cited);
  const provenance = await provenanceOf(
    db,
    cited.filter(({ id }) => isCitable(id)),
  );
  return (sources) =>
    sources
      .filter(({ id }) => isCitable(id))
      .flatMap((source) => {
        const by = provenance(source);
        return by ? [{ ...source, ...by }] : [];
      });
}

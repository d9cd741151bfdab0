import type { Workspace } from '../../../schemas/index.ts';
import { folded } from '../../text/folding.ts';
import { dataOf } from '../figures/data.ts';
import type { CellNamed } from './cells.ts';
import type { Choice } from './near.ts';
import type { Subject } from './subjects.ts';

/** The most different values of a text field that sorts records into kinds, as `Delivered` does. */
const mostKinds = 20;
/** The fewest records to a kind, on average. */
const leastOfKind = 2;

interface Named {
  readonly subject: Subject;
  readonly cells: readonly CellNamed[];
}

/**
 * A text field with few different values is read as a field of choices, as people import them. The named cells of such
 * fields become choices. Undefined if none is in such a field.
 */
export async function withKinds({ subject, cells }: Named, workspace: Workspace): Promise<Named | undefined> {
  const named = Map.groupBy(cells.filter(isKind), ({ fieldKey }) => fieldKey);
  const kinds = new Map<string, Choice[]>();
  for (const { key, type } of subject.fields) {
    const some = named.get(key);
    if (!some || type !== 'text' || key === 'title' || !(await kindsIn(key, subject, workspace))) continue;
    kinds.set(
      key,
      [...new Set(some.map(({ value }) => value))].map((value) => ({ key: value, label: value })),
    );
  }
  if (kinds.size === 0) return undefined;
  return {
    subject: { ...subject, choices: new Map([...subject.choices, ...kinds]) },
    cells: cells.filter((cell) => !kinds.has(cell.fieldKey) || !isKind(cell)),
  };
}

const isKind = ({ isWhole, isExact }: CellNamed): boolean => isWhole && isExact;

/** The different values of a field where few are each in several records. Two spellings of one value would be two kinds. */
export async function kindsIn(
  field: string,
  { of }: Pick<Subject, 'of'>,
  workspace: Workspace,
): Promise<readonly string[] | undefined> {
  const metrics = [{ alias: 'Records', function: 'count_rows' as const }];
  const body = { operation: 'aggregate' as const, groupBy: [field], metrics, limit: mostKinds + 1 };
  const data = await dataOf({ mode: 'deterministic', ...of, ...body }, workspace);
  const rows = data?.rows ?? [];
  const records = rows.reduce((sum, row) => sum + Number(row.Records), 0);
  const values = rows.map((row) => (typeof row[field] === 'string' ? row[field] : ''));
  const isDistinct = new Set(values.map(folded)).size === rows.length;
  const isSorted = rows.length <= mostKinds && leastOfKind * rows.length <= records && isDistinct;
  return isSorted ? values.filter((value) => value !== '') : undefined;
}

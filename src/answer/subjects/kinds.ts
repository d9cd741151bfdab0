import type { Workspace } from '../../../schemas/index.ts';
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
 * fields become choices.
 */
export async function withKinds({ subject, cells }: Named, workspace: Workspace): Promise<Named> {
  const isKind = ({ isWhole, isExact }: CellNamed) => isWhole && isExact;
  const asked = subject.fields.filter(
    ({ key, type }) =>
      type === 'text' && key !== 'title' && cells.some((cell) => cell.fieldKey === key && isKind(cell)),
  );
  const keys =
    asked.length === 0
      ? new Set<string>()
      : await fewValued(
          asked.map(({ key }) => key),
          subject,
          workspace,
        );
  if (keys.size === 0) return { subject, cells };
  const isChoice = (cell: CellNamed) => keys.has(cell.fieldKey) && isKind(cell);
  const named = Map.groupBy(cells.filter(isChoice), ({ fieldKey }) => fieldKey);
  const kinds = [...named].map(([key, some]): [string, Choice[]] => [
    key,
    [...new Set(some.map(({ value }) => value))].map((value) => ({ key: value, label: value })),
  ]);
  return {
    subject: { ...subject, choices: new Map([...subject.choices, ...kinds]) },
    cells: cells.filter((cell) => !isChoice(cell)),
  };
}

/** The fields with few different values, each in several records. */
async function fewValued(keys: readonly string[], { of }: Subject, workspace: Workspace): Promise<Set<string>> {
  const data = await dataOf(
    {
      mode: 'deterministic',
      ...of,
      operation: 'aggregate',
      metrics: [
        { alias: 'all_records', function: 'count_rows' },
        ...keys.map((field, index) => ({ alias: `kinds_${index}`, function: 'count_distinct' as const, field })),
      ],
    },
    workspace,
  );
  const [row] = data?.rows ?? [];
  return new Set(
    keys.filter((_key, index) => {
      const kinds = Number(row?.[`kinds_${index}`] ?? Infinity);
      return kinds <= mostKinds && leastOfKind * kinds <= Number(row?.all_records ?? 0);
    }),
  );
}

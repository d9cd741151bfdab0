import { WorkspaceError } from '../../schemas/errors.ts';
import { limits } from '../../schemas/limits.ts';
import type { Scan } from '../store/scan.ts';
import { type CatalogueTable, rowsToRead } from './catalogue.ts';
import { combinationsSql } from './compile.ts';
import { combinationsWork } from './effort.ts';
import type { AggregatePlan } from './plan-aggregate.ts';
import { isUnbounded } from './room.ts';

/**
 * A record with several values in several fields is in a group for each combination of them. The combinations are
 * counted first, and too many are refused. Making them would fill the disk and take too long.
 */
export async function refuseManyCombinations(scan: Scan, table: CatalogueTable, plan: AggregatePlan): Promise<void> {
  const fields = plan.groups.map(({ field }) => field);
  const lists = fields.filter(({ multiple }) => multiple);
  if (lists.length === 0 || fields.filter(isUnbounded).length === 1) return;
  const effort = { rows: rowsToRead(table), work: combinationsWork(table, plan) };
  const [row] = await scan(combinationsSql(scan.dialect, table.rows, plan), effort);
  const [combinations, bytes] = row as [number, number];
  if (combinations > limits.groupedCombinations) throw tooMany(lists.length);
  if (bytes > limits.groupedBytes) throw tooLong();
}

const tooMany = (lists: number) =>
  new WorkspaceError(
    'invalid_request',
    `The ${lists} fields with several values have more than ${limits.groupedCombinations.toLocaleString('en')} combinations to group by. Group by fewer of them, or filter more narrowly.`,
  );

const tooLong = () =>
  new WorkspaceError(
    'invalid_request',
    'The combinations of values to group by hold too much text. Leave out a field of long texts or of several values, or filter more narrowly.',
  );

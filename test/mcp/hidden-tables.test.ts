import { expect, test } from 'vitest';
import { limits } from '../../schemas/limits.ts';
import { fits, fittedTable } from '../../tools/fitting.ts';

const text = '\u200b'.repeat(limits.cell);

/** Minutes of work for whoever writes all of it as escapes before they see that it does not fit. */
test('rows that are full of hidden text are cut to an answer', () => {
  const rows = Array.from({ length: 400 }, () => ({ text }));
  const columns = [{ key: 'text', label: 'Text', type: 'text' as const }];
  const completeness = { complete: true, returned: rows.length, limit: limits.queryRowsMost };
  const fitted = fittedTable({ columns, rows, completeness }, 'row_limit');
  expect(fits(fitted.rows)).toBe(true);
  expect(fitted).toMatchObject({ shortened: ['text'], completeness: { complete: false, reason: 'row_limit' } });
});

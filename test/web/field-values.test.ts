import { expect, test } from 'vitest';
import { isWhole, operandOf } from '../../web/fields/operands.ts';
import { choiceIn, dayIn, momentIn, numberIn, truthIn } from '../../web/fields/reading.ts';

const choices = [
  { key: 'open', label: 'Still open' },
  { key: 'won', label: 'Won' },
];

test('cells of a spreadsheet are read by the type of the field, and stay text where they cannot be', () => {
  const numbers = ['1,234,567.5', '-3', '€ 12.5', '40 %', '1.5e3', '1,5', 'none', '12 345'];
  expect(numbers.map(numberIn)).toEqual([1_234_567.5, -3, 12.5, 40, 1500, '1,5', 'none', 12_345]);
  expect(['Yes', 'TRUE', 'no', '0', 'perhaps'].map(truthIn)).toEqual([true, true, false, false, 'perhaps']);
  const days = ['2026-10-05', 'Oct 5, 2026', '5 October 2026', '05/10/2026'];
  expect(days.map(dayIn)).toEqual(['2026-10-05', '2026-10-05', '2026-10-05', '05/10/2026']);
  const chosen = ['WON', 'open', 'still open', 'lost'].map((text) => choiceIn(text, { options: { choices } }));
  expect(chosen).toEqual(['won', 'open', 'open', 'lost']);
  expect(momentIn('2026-10-05T09:30:00Z')).toBe('2026-10-05T09:30:00.000Z');
  expect(momentIn('soon')).toBe('soon');
});

test('a condition is whole once it has what its operator compares with', () => {
  expect(operandOf('has_any_of')).toBe('several');
  expect(isWhole('is_empty', undefined)).toBe(true);
  expect(isWhole('between', [1, null])).toBe(false);
  expect(isWhole('between', [1, 0])).toBe(true);
  expect(isWhole('in', [])).toBe(false);
  expect(isWhole('eq', false)).toBe(true);
});

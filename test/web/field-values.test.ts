import { expect, test } from 'vitest';
import { isWhole, operandOf } from '../../web/fields/filters/operands.ts';
import { dayIn, momentIn } from '../../web/fields/dates.ts';
import { shownDay, shownMoment } from '../../web/fields/format.ts';
import { choiceIn, numberIn, truthIn } from '../../web/fields/reading.ts';

const choices = [
  { key: 'open', label: 'Still open' },
  { key: 'won', label: 'Won' },
];

test('cells of a spreadsheet are read by the type of the field, and stay text where they cannot be', () => {
  const numbers = ['1,234,567.5', '-3', '€ 12.5', '40 %', '1.5e3', '1,5', 'none', '12 345'];
  expect(numbers.map(numberIn)).toEqual([1_234_567.5, -3, 12.5, 40, 1500, '1,5', 'none', 12_345]);
  expect(['Yes', 'TRUE', 'no', '0', 'perhaps'].map(truthIn)).toEqual([true, true, false, false, 'perhaps']);
  const chosen = ['WON', 'open', 'still open', 'lost'].map((text) => choiceIn(text, { options: { choices } }));
  expect(chosen).toEqual(['won', 'open', 'open', 'lost']);
});

test('days and moments are read where they are certain, and other text is neither guessed nor fails', () => {
  const days = [
    '2026-10-05',
    ' Oct 5, 2026',
    '5 October 2026',
    'Monday, October 5th, 2026',
    '5-Oct-2026',
    '5. Oct. 2026',
  ];
  for (const text of days) expect(dayIn(text)).toBe('2026-10-05');
  const others = [
    '05/10/2026',
    '24.12.2026',
    'tomorrow',
    '2026-02-30',
    'Feb 30, 2026',
    'Room 12',
    'Oct 5',
    '5 Marble 2026',
  ];
  for (const text of others) {
    expect([dayIn(text), momentIn(text)]).toEqual([text, text]);
    expect([shownDay(text), shownMoment(text)]).toEqual([text, text]);
  }
  const moments = ['2026-10-05T09:30:00Z', '2026-10-05 11:30+02:00', 'Oct 5, 2026, 9:30 AM Z', '5 Oct 2026 at 09:30z'];
  for (const text of moments) expect(momentIn(text)).toBe('2026-10-05T09:30:00.000Z');
  const local = (hours: number, minutes: number) => new Date(2026, 9, 5, hours, minutes).toISOString();
  expect(momentIn('2026-10-05 9:30 pm')).toBe(local(21, 30));
  expect(momentIn('2026-10-05 12:15 am')).toBe(local(0, 15));
  expect(momentIn('5 Oct 2026')).toBe(local(0, 0));
  expect(momentIn('2026-10-05 25:30')).toBe('2026-10-05 25:30');
});

test('a condition is whole once it has what its operator compares with', () => {
  expect(operandOf('has_any_of')).toBe('several');
  expect(isWhole('is_empty', undefined)).toBe(true);
  expect(isWhole('between', [1, null])).toBe(false);
  expect(isWhole('between', [1, 0])).toBe(true);
  expect(isWhole('in', [])).toBe(false);
  expect(isWhole('eq', false)).toBe(true);
});

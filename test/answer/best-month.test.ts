import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** May has the most charters, and July the most money. Two months have the fewest. */
const content = `Booking,Boat,Nights,Price,Sails on
C1,Albatross,3,900,2026-05-02
C2,Puffin,1,420,2026-05-16
C3,Gannet,2,400,2026-05-23
C4,Albatross,5,1400,2026-06-06
C5,Puffin,2,800,2026-07-04
C6,Gannet,7,3600,2026-07-11
C7,Puffin,2,820,2026-09-05
`;

const sample = sampleWith([{ name: 'Charters', content, types: { Boat: 'select' } }]);

test.each<[question: string, begins: readonly string[]]>([
  ['What was our best month?', ['2026-07']],
  ['worst month for revenue', ['2026-09']],
  ['Best month by price', ['2026-07']],
  ['Best month for the Albatross?', ['2026-06']],
  ['Which month brings the most revenue?', ['2026-07']],
  ['What was the busiest month?', ['2026-05']],
  ['quietest month', ['2026-06', '2026-09']],
])('a month is best by its money, and busiest by its records: %s', async (question, begins) => {
  const { confidence, values = [] } = await sample.askIn('Charters', question);
  expect(confidence).toBe('likely');
  expect(values.map(({ value }) => String(value).slice(0, 7))).toEqual(begins);
});

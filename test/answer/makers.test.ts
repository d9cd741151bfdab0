import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** Questions of who did it, and of what it brought in. */
const vats = {
  name: 'Vats',
  types: { Maker: 'select', Sweep: 'select' },
  content: `Vat,Maker,Sweep,Made on,Price
T-1,Agnes,Otto,2026-01-12,40
T-2,Agnes,Mira,2026-01-19,35
T-3,Bram,Otto,2026-02-03,45
T-4,Agnes,Otto,2026-02-17,60
T-5,Bram,Mira,2026-03-02,30
`,
} as const;

const sample = sampleWith([vats]);

test.each<[question: string, values: unknown[]]>([
  ['Who made the most vats?', ['Agnes']],
  ['Who made T-3?', ['Bram']],
  ['Who swept T-2?', ['Mira']],
  ['How much money did Agnes bring in during 2026?', [135]],
  ['How much money did we make in 2026?', [210]],
])('it is read in the words of the table: %s', async (question, expected) => {
  const { confidence, values = [], answer } = await sample.askIn('Vats', question);
  expect({ confidence, values: values.map(({ value }) => value), answer }).toMatchObject({
    confidence: 'likely',
    values: expected,
  });
});

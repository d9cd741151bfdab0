import { beforeAll, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const rentals = `Rental,Rower,Collected on,Brought back,Deposit (€),Fee (€),State
R-1,Ines Mohr,2026-01-05,2026-01-09,50,400,done
R-2,Ines Mohr,2026-02-06,2026-02-08,50,300,done
R-3,Olaf Kern,2026-02-11,2026-02-14,80,910,done
R-4,Ruth Adam,2026-03-09,2026-03-10,20,150,lost
R-5,Olaf Kern,2026-03-16,2026-03-21,80,700,done
R-6,Ines Mohr,2026-03-20,,20,120,out
`;
const sample = sampleWith([{ name: 'Rentals', content: rentals, types: { Rower: 'select', State: 'select' } }]);

beforeAll(async () => {
  const { channels } = await sample.admin.channels.list({});
  const channelId = channels.find(({ name }) => name === 'Room of Rentals')!.id;
  await sample.admin.artifacts.create({
    channelId,
    kind: 'markdown',
    title: 'Rules of the boathouse',
    content: `# Lost rentals

The insurer refunds the deposit of lost rentals within 14 days.

# Repairs

Rentals that Olaf damaged were repaired by Ruth.
`,
    idempotencyKey: crypto.randomUUID(),
  });
  await sample.indexed();
});

test.each([
  ['deposit of lost rentals refunded', 'The insurer refunds the deposit of lost rentals within 14 days.'],
  ['which rentals did Olaf damage', 'Rentals that Olaf damaged were repaired by Ruth.'],
  ['which rentals of Olaf were repaired', 'Rentals that Olaf damaged were repaired by Ruth.'],
])('a sentence with every topic wins over a reading that leaves words: %s', async (question, sentence) => {
  const { confidence, answer } = await sample.askIn('Rentals', question);
  expect({ confidence, answer }).toEqual({ confidence: 'supported', answer: expect.stringContaining(sentence) });
});

test.each([
  ['average fee of the rentals Olaf enjoyed', 805],
  ['deposit of rentals that were lost', 20],
])('a sentence about some of the topics does not: %s', async (question, value) => {
  expect(await sample.askIn('Rentals', question)).toMatchObject({ confidence: 'likely', values: [{ value }] });
});

test('a sentence that lacks one light topic does not win over figures', async () => {
  const found = await sample.askIn('Rentals', 'which rentals did Olaf or Ruth want to work');
  expect(found).toMatchObject({ confidence: 'likely', values: [{ value: 'R-3' }, { value: 'R-4' }, { value: 'R-5' }] });
});

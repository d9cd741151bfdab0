import { expect, onTestFinished, test } from 'vitest';
import { ask, openSample } from '../support/answering.ts';

test('a document answers a question however many conversations are called like it', async () => {
  const sample = await openSample();
  onTestFinished(() => sample.close());
  const question = 'What did we decide about pricing?';
  for (let number = 0; number < 12; number += 1) await sample.admin.sessions.start({ title: question });
  await sample.indexed();
  const { confidence, sources } = await ask(sample.admin, question);
  expect(confidence).toBe('supported');
  expect(sources!.map(({ title }) => title)).toContain('Pricing decision');
});

test('a question in a channel is about the table there, not one of that name elsewhere', async () => {
  const sample = await openSample();
  onTestFinished(() => sample.close());
  const { admin } = sample;
  const fields = [
    { key: 'stage', type: 'select' as const, options: { choices: [{ key: 'won' }, { key: 'lost' }] } },
    { key: 'won_deals', type: 'number' as const },
  ];
  await admin.dataSets.create({ channelId: 'general', name: 'Deals', fields });
  await sample.indexed();
  const inChannel = async (channelId: string) => (await ask(admin, 'How many deals are won?', { channelId })).values;
  expect(await inChannel('sales')).toEqual([{ value: 26, type: 'number' }]);
  expect(await inChannel('general')).toEqual([{ value: 0, type: 'number' }]);
});

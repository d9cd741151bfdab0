import { limits } from '../../../schemas/limits.ts';
import type { FieldInput } from '../../../schemas/fields.ts';
import { newDataSet } from '../../support/data-sets.ts';
import { form, textFile } from '../../support/forms.ts';
import type { Account } from '../../support/rest.ts';
import type { Json } from '../inputs/values.ts';
import { everyChoice, multiSelect, times } from './cases/pit.ts';

const words = [
  'the crane',
  'of the harbour',
  'in May',
  'costs 12',
  'and a half',
  'over budget',
  'as agreed with',
  'unloading at six',
];

/** A text of this length, made of words that are written often. */
export const text = (length: number, separator = ' '): string =>
  `${words.join(separator)}${separator}`.repeat(Math.ceil(length / 70)).slice(0, length);

type HeavyField = FieldInput & { readonly value: Json };

/** Fields of every type that is compared or counted, and for each a value as long as it may be. */
export const heavyFields: readonly HeavyField[] = [
  ...times(3, (number) => ({ key: `text_${number}`, type: 'text' as const, value: text(1_000) })),
  ...times(2, (number) => ({ key: `essay_${number}`, type: 'long_text' as const, value: text(limits.cell) })),
  ...times(3, (number) => ({ key: `number_${number}`, type: 'number' as const, value: 12.5 })),
  ...times(2, (number) => ({ key: `day_${number}`, type: 'date' as const, value: '2026-02-28' })),
  ...times(4, (number) => ({ ...multiSelect(`list_${number}`), value: everyChoice })),
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'won' }] }, value: 'open' },
  { key: 'at', type: 'date_time', value: '2026-02-28T12:00:00.000Z' },
  { key: 'done', type: 'checkbox', value: true },
];

const rows = 500;

/** Fills a channel with the heaviest thing of every kind. Returns all answers as one text, which names every thing. */
export async function heavyPit({ done }: Account, dataFolder: string, slug: string): Promise<string> {
  const answers: unknown[] = [];
  const ask = async (...asked: Parameters<Account['done']>) => {
    const answer = await done(...asked);
    answers.push(answer);
    return answer;
  };
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const { channel } = await ask('POST /channels', { name: 'Pit', slug });
  const place = `/channels/${channel.id}`;
  const values = Object.fromEntries(
    heavyFields.map(({ key: name, type, value }) => [name, type === 'long_text' ? 'short' : value]),
  );
  const fields = heavyFields.map(({ value: _value, ...field }) => field);
  const dataSet = await newDataSet(
    dataFolder,
    slug,
    'Heavy',
    fields,
    times(rows, (number) => ({ title: `Row ${number}`, values })),
  );
  const objectTypeId = dataSet.id;
  await ask(`POST ${place}/records`, { objectTypeId, title: 'Row', values: { text_0: 'crane' } });
  await ask(`GET ${place}/data-sets/${objectTypeId}`);
  const widget = {
    title: 'Lists',
    type: 'table',
    groupBy: ['list_0'],
    metrics: [{ alias: 'n', function: 'count_rows' }],
  };
  for (const definition of [
    { renderer: 'dashboard', widgets: times(limits.widgets, (number) => ({ ...widget, id: `w${number}` })) },
    {
      renderer: 'table',
      columns: heavyFields.map((field) => field.key),
      sort: [{ fieldKey: 'text_0', direction: 'asc' }],
    },
  ])
    await ask(`POST ${place}/views`, { name: definition.renderer, objectTypeId, ...definition });
  for (const [kind, content] of [
    ['markdown', times(99_000, (number) => `line ${number}`).join('\n')],
    ['csv', `name,amount\n${times(100_000, (number) => `row ${number},${number}\n`).join('')}`],
  ])
    await ask('POST /artifacts', { kind, title: 'Long', content, channelId: channel.id }, key());
  await ask('POST /files', form(['channelId', channel.id], ['file', textFile(text(1_000_000)), 'long.txt']));
  const { session } = await ask('POST /sessions', { title: 'Talk', channelId: channel.id });
  await ask(`POST /sessions/${session.id}/messages`, { body: text(limits.question) });
  const { post } = await ask(`POST ${place}/posts`, { body: text(limits.body) });
  for (const _ of times(50, () => undefined))
    await ask(`POST ${place}/feed/threads/post/${post.id}/comments`, { body: text(limits.body) });
  answers.push(await done('GET /me'));
  return JSON.stringify(answers);
}

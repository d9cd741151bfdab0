import { expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

/** The client who pays the most has neither the most jobs nor the most sheets. */
const content = `Job,Client,Press,Operator,State,Sheets,Price,Ordered on,Delivered on,Rush
Menu cards,Cafe Lind,Offset,Bram,Delivered,400,180,2026-01-08,2026-01-14,no
Wedding invites,Ida Moor,Letterpress,Selma,Delivered,150,260,2026-01-19,2026-02-02,no
Tour posters,Owl Music,Screen,Kasper,Delivered,300,540,2026-02-05,2026-02-12,yes
Flyers,Owl Music,Offset,Bram,Delivered,2000,320,2026-02-21,2026-02-24,yes
Annual report,Hale Bank,Offset,Bram,Delivered,900,1450,2026-03-03,2026-03-20,no
Business cards,Cafe Lind,Letterpress,Selma,Cancelled,250,120,2026-03-16,,no
Labels,Tern Brewery,Offset,Kasper,Delivered,5000,610,2026-04-02,2026-04-10,no
Beer mats,Tern Brewery,Screen,Kasper,In press,3000,480,2026-05-11,,yes
Book cover,Ida Moor,Letterpress,Selma,Delivered,80,210,2026-06-17,2026-07-01,no
Programme,Owl Music,Offset,Bram,In press,700,390,2026-07-23,,no
Calendar,Hale Bank,Screen,Kasper,Waiting,600,720,2026-09-09,,no
Stickers,Cafe Lind,Screen,Selma,Waiting,1200,240,2026-10-02,,yes
`;

const types = { Client: 'select', Press: 'select', Operator: 'select', State: 'select' } as const;
const sample = sampleWith([{ name: 'Print jobs', content, types }]);

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Print jobs', question);
  return { confidence, values: values.map(({ value }) => value) };
};

test.each<[question: string, values: unknown[]]>([
  ['Who is our biggest client?', ['Hale Bank']],
  ['Who is our best client?', ['Hale Bank']],
  ['Who are our two biggest clients?', ['Hale Bank', 'Owl Music']],
])('the biggest client pays the most: %s', async (question, values) => {
  expect(await read(question)).toEqual({ confidence: 'likely', values });
});

test('more jobs of two are not a higher price on average', async () => {
  expect((await read('Who did more jobs, Bram or Kasper?')).values).not.toContain('Kasper');
});

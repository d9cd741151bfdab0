import { limits } from '../../../../schemas/limits.ts';
import { addUsers } from '../../../support/users.ts';
import { csvForm } from '../../../support/imports.ts';
import type { Case } from '../case.ts';
import { inStorage } from '../../../support/storage.ts';
import { type Pit, pitOf, times } from './pit.ts';
import { multiply } from './rows.ts';

/** As often as a post may have it. */
const filling = (text: string): string => text.repeat(Math.floor(limits.body / text.length));

const namesakes = 100_000;

const names: Case<readonly string[]> = {
  name: 'names',
  does: `writes posts that are full of signs, names and marks of code, among ${namesakes.toLocaleString('en')} colleagues of one name, in channels of few and of all of them`,
  async prepare({ dataFolder, member }) {
    const email = `ada@home${'0'.repeat(26)}`;
    const { [email]: id } = await addUsers(dataFolder, { email, name: 'Ada Lovelace' });
    const few = await member.done('POST /channels', { name: 'Few read it', visibility: 'private' });
    const many = await member.done('POST /channels', { name: 'Many read it', visibility: 'private' });
    await member.done(`PUT /channels/${many.channel.id}/members/${id}`, { role: 'writer' });
    await inStorage(dataFolder, async (tx) => {
      await multiply(tx, 'users', ['id', 'email'], id!, namesakes);
      await multiply(tx, 'channel_members', ['user_id'], id!, namesakes);
    });
    return ['general', few.channel.id, many.channel.id];
  },
  attacks: [
    ({ member, keep }, channels) => {
      const distinct = times(3_000, (number) => `@ada lovelace ${number} of the harbour board`).join(' ');
      const bodies = ['@ada ', '@a!', '@Ada Lovelace ', '`@ada ', '\n\n~~~\n@ada', '@\u0301'].map(filling);
      const all = [...bodies, distinct.slice(0, limits.body)];
      return keep(6, (number) =>
        member.api(`POST /channels/${channels[number % channels.length]}/posts`, {
          body: `${number}`.padEnd(10) + all[number % all.length]!.slice(10),
        }),
      );
    },
  ],
};

const everydayWords: Case<Pit> = {
  name: 'everyday-words',
  does: 'asks in everyday words, and in long ones, beside 200 fields of 110 choices that share a word',
  prepare: (stage) =>
    pitOf(
      stage,
      times(limits.fields, (field) => ({
        key: `f${field}`,
        type: 'select' as const,
        options: { choices: times(110, (choice) => ({ key: `red v${field}x${choice}` })) },
      })),
      times(100, (row) => ({ title: `Red ${row}`, values: { f0: `red v0x${row}` } })),
      { name: 'Red things' },
    ),
  attacks: [
    ({ member, keep }, { channelId }) => {
      const about = times(45, (number) => ['boats', 'red', 'large', 'sail', 'v3x4'][number % 5]!).join(' ');
      const questions = [`how many red ${about}`, `how many ${'аж'.repeat(1_900)}`, 'and the red ones?'];
      return keep(8, (number) =>
        member.api('POST /queries', { mode: 'session', question: questions[number % questions.length]!, channelId }),
      );
    },
  ],
};

/** As long as labels may be, of one word again and again. */
const longLabel = (number: number) => `${'abc '.repeat(73)}${number}`;
const longQuestions = [
  `How many boats are ${'abc '.repeat(36)}`,
  `How many boats over 5 and over 6 and over 7 and over 8 under 9 under 8 under 7 ${'abc '.repeat(20)}`,
  `How many boats overdue after today and before today from tomorrow in 2024 and in 2023 versus 2021 ${'abc '.repeat(20)}`,
];

const longLabels: Case<Pit> = {
  name: 'long-labels',
  isLong: true,
  does: 'asks in one word again and again, beside fields and choices whose labels are full of it',
  prepare: (stage) =>
    pitOf(
      stage,
      [
        ...times(5, (field) => ({
          key: `k${field}`,
          label: `Kind ${field}`,
          type: 'select' as const,
          options: { choices: times(200, (choice) => ({ key: `c${choice}`, label: longLabel(choice) })) },
        })),
        ...times(90, (field) => ({
          key: `f${field}`,
          label: longLabel(field),
          type: (['date', 'number', 'checkbox'] as const)[field % 3]!,
        })),
      ],
      [],
      { name: 'Boats' },
    ),
  attacks: [
    ({ member, keep }, { channelId }) =>
      keep(4, (number) =>
        member.api('POST /queries', {
          mode: 'session',
          channelId,
          question: longQuestions[number % longQuestions.length]!,
        }),
      ),
  ],
};

const beginnings: Case = {
  name: 'beginnings',
  does: 'writes very many words of one beginning, and searches for it as one types',
  async prepare({ member, long }) {
    const words = (post: number) => times(3_600, (number) => `har${(post * 3_600 + number).toString(36)}`).join(' ');
    for (const post of times(long ? 500 : 50, (each) => each))
      await member.done('POST /channels/general/posts', { body: words(post).slice(0, limits.body) });
    return undefined;
  },
  attacks: [
    ({ member, keep }) =>
      keep(8, (number) => {
        const q = number % 2 ? 'har' : `${times(40, (each) => `har${each}`).join(' ')} har`;
        return member.api(`GET /search?q=${encodeURIComponent(q)}&unfinished=true&passages=5&limit=${limits.pageMost}`);
      }),
  ],
};

/** Cells that nearly read as amounts, days or moments, or do so in two ways. */
const cells = [
  `${'1,234,'.repeat(15_000)}x`,
  `€${'1.234.'.repeat(15_000)}`,
  `${' '.repeat(90_000)}€1`,
  `5/6/2025${' '.repeat(90_000)}x`,
  `March ${'3 '.repeat(40_000)}`,
  `https://${'a.'.repeat(40_000)}`,
  `${'a@'.repeat(40_000)}b`,
];

const suggestions: Case = {
  name: 'suggestions',
  does: 'previews and imports tables of cells that nearly read as amounts, days and addresses',
  attacks: [
    async ({ member, keep }) => {
      const header = cells.map((_cell, place) => `c${place}`).join();
      const lines = [
        cells.map((cell) => `"${cell}"`).join(),
        ...times(20_000, (row) => `€${row},5/6/2025,1.234,12%,3 March 2025,a@b.example,yes`),
      ];
      const table = `${header}\n${lines.join('\n')}\n${lines[0]!}\n`;
      await keep(6, async (number) => {
        const sent = new Response(csvForm(table, { name: `Rows ${number}`, types: 'suggested' }));
        const body = Buffer.from(await sent.arrayBuffer());
        const headers = { 'content-type': sent.headers.get('content-type')! };
        const path = `/api/workspace/channels/general/data-sets/${number % 2 ? 'import' : 'preview-import'}`;
        return member.send({ method: 'POST', path, headers, body });
      });
    },
  ],
};

export const ofWords = [names, everydayWords, longLabels, beginnings, suggestions];

import { describe, expect, test } from 'vitest';
import { CellIndex } from '../../src/answer/table/cells-named.ts';
import { GridQueries } from '../../src/answer/table/grid-query.ts';
import { readingsOf } from '../../src/answer/table/readings/index.ts';
import { sceneOf } from '../../src/answer/table/scene.ts';
import { sentenceOf } from '../../src/answer/table/sentence.ts';
import { asked, read, type TableSubject } from '../../src/answer/table/subject.ts';
import { taken } from '../../src/answer/table/take.ts';
import { tokensOf } from '../../src/answer/table/words/words.ts';
import { dealsSubject, harbours, localWorkspace, sheetSubject } from './tables.ts';

const local = localWorkspace();

async function readings(subject: TableSubject, question: string) {
  const { grid } = await read(local.workspace, subject, tokensOf(question));
  const queries = new GridQueries(grid);
  const index = new CellIndex(grid);
  const scene = sceneOf(question, subject.name, grid.fields, (tokens) => index.named(tokens), queries);
  return Array.from(readingsOf(scene), (reading) => ({
    ...reading,
    values: taken(queries.run(reading.body), reading.take),
    sentence: sentenceOf(reading, subject.name, grid.fields),
  }));
}

describe('every kind of reading, with the sentence that tells it', () => {
  const cases: [question: string, sentence: string, values: unknown[]][] = [
    ['Which harbours are in Norway?', 'Name of Harbours where Country is “Norway”', ['Torsnes', 'Fjellvåg']],
    [
      'List the names',
      'listed Name of all Harbours',
      ['Brunnvik', 'Kalmvik', 'Sandhavn', 'Vesterby', 'Torsnes', 'Fjellvåg', 'Halmstrand'],
    ],
    ['What is the first name?', 'Name of the first row of Harbours', ['Brunnvik']],
    ['What is the third name?', 'Name of the 3rd row from the top of Harbours', ['Sandhavn']],
    ['How many harbours are in Sweden?', 'counted Harbours where Country is “Sweden”', [3]],
    ['How many are Danish?', 'counted Harbours where Country is “Denmark”', [2]],
    ['How many countries are there?', 'counted each different Country of Harbours', [3]],
    ['How many berths in total?', 'added up Berths of Harbours', [110]],
    ['Average berths in Norway?', 'average Berths of Harbours where Country is “Norway”', [8]],
    [
      'Difference between most and fewest berths?',
      'difference between the highest and the lowest Berths of Harbours',
      [26],
    ],
    ['Which is the deepest?', 'Name with the highest Depth of Harbours', ['Fjellvåg']],
    [
      'Which opened earliest in Sweden?',
      'Name with the lowest Opened of Harbours where Country is “Sweden”',
      ['Brunnvik'],
    ],
    ['What is the second most berths?', '2nd highest Berths of Harbours', [22]],
    ['Name the top 2 by visitors', 'Name with the 2 highest Visitors of Harbours', ['Vesterby', 'Sandhavn']],
    ['Which country has the most harbours?', 'Country with the most Harbours', ['Sweden']],
    ['Which country has the most berths?', 'Country with the highest total Berths of Harbours', ['Denmark']],
    ['Which harbour master has more than one?', 'Harbour master that more than 1 rows of Harbours have', ['Ida Holm']],
    [
      'Which is listed after Sandhavn?',
      'Name of the row after that of Harbours where Name is “Sandhavn”',
      ['Vesterby'],
    ],
    [
      'Which other is in the same country as Torsnes?',
      'Name of other Harbours with the same Country as Harbours where Name is “Torsnes”',
      ['Fjellvåg'],
    ],
    [
      'How many have more berths than Brunnvik?',
      'counted those whose Berths is more than that of Harbours where Name is “Brunnvik”',
      [3],
    ],
    [
      'Which is deeper, Torsnes or Kalmvik?',
      'Name with the highest Depth of Harbours where Name is “Torsnes” or Name is “Kalmvik”',
      ['Torsnes'],
    ],
    [
      'How many more berths has Sandhavn than Kalmvik?',
      'difference in Berths of Harbours where Name is “Sandhavn” or Name is “Kalmvik”',
      [14],
    ],
    ['How many opened after 1950?', 'counted Harbours where Opened is more than 1950', [3]],
    ['How many have at least 19 berths?', 'counted Harbours where Berths is at least 19', [3]],
    ['How many opened between 1900 and 1940?', 'counted Harbours where Opened is between 1900 and 1940', [3]],
    ['How many are not in Sweden?', 'counted Harbours where Country is not “Sweden”', [4]],
  ];

  test.for(cases)('%s', async ([question, sentence, values]) => {
    const subject = await sheetSubject(local.workspace, 'Harbours', harbours);
    const found = await readings(subject, question);
    expect(found.filter((one) => one.sentence === sentence).map((one) => one.values)).toContainEqual(values);
  });

  test('of a Data Set: choices by their labels, a checkbox by its name, days from today', async () => {
    const subject = await dealsSubject(local.workspace);
    const reading = (await readings(subject, 'How many deals were won this year?')).find(
      ({ sentence }) => sentence === 'counted Deals where Stage is Won, this year',
    );
    expect(reading!.body.filters).toEqual([
      { field: 'stage', operator: 'eq', value: 'won' },
      { field: 'closed_on', operator: 'within', value: 'this_year' },
    ]);
    expect(reading!.values).toEqual([2]);
    const day = (fromToday: number) => new Date(Date.now() + fromToday * 86_400_000);
    const month = day(-400).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
    const asked = `How many deals were closed after ${month} ${day(-400).getUTCDate()}, ${day(-400).getUTCFullYear()}?`;
    const after = (await readings(subject, asked)).find(
      ({ sentence }) => sentence === `counted Deals where Closed on is after ${day(-400).toISOString().slice(0, 10)}`,
    );
    expect(after!.values).toEqual([2]);
    const unpaid = (await readings(subject, 'How many deals are unpaid?')).find(
      ({ sentence }) => sentence === 'counted Deals where Paid is not set',
    );
    expect(unpaid!.values).toEqual([3]);
  });
});

const rounded = (values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'number' ? Number(value.toPrecision(10)) : value));

describe('a reading gives the same figures in memory as its typed query gives', () => {
  test.for([
    'Which is deeper, Torsnes or Kalmvik, and which country has more than one harbour?',
    'How many harbours opened after 1930 have not the harbour master Ida Holm?',
    'Which is the third of the top 3 harbours by visitors in Sweden?',
  ])('%s', async (question) => {
    const subject = await sheetSubject(local.workspace, 'Harbours', harbours);
    for (const { body, take, values, sentence } of await readings(subject, question)) {
      const there = taken(await asked(local.workspace, subject, body), take);
      expect([sentence, ...rounded(there)]).toEqual([sentence, ...rounded(values)]);
    }
  });

  test('over a Data Set', async () => {
    const subject = await dealsSubject(local.workspace);
    for (const question of ['Which company has the most won deals this year?', 'How many paid deals above 1000?']) {
      for (const { body, take, values, sentence } of await readings(subject, question)) {
        const there = taken(await asked(local.workspace, subject, body), take);
        expect([sentence, ...rounded(there)]).toEqual([sentence, ...rounded(values)]);
      }
    }
  });
});

import { describe, expect, test } from 'vitest';
import { sampleWith } from '../support/answering.ts';

const shipments = `Shipment,Customer,Region,Status,Amount,Shipped on
S-1,Fabrikam,North,Delivered,1200,2025-03-04
S-2,Fabrikam,South,Delivered,800,2025-07-19
S-3,Contoso,North,Returned,400,2025-11-02
S-4,Contoso,East,Delivered,2500,2026-01-08
S-5,Litware,South,Delivered,900,2026-01-21
S-6,Fabrikam,North,Lost,150,2026-02-11
S-7,Contoso,North,Delivered,3100,2026-05-30
S-8,Tailspin,West,Returned,700,2026-07-03
S-9,Litware,East,Delivered,1900,2026-07-12
S-10,Contoso,South,Delivered,1000,2026-07-28
S-11,Tailspin,West,Delivered,600,2026-10-05
`;

const types = { Region: 'select', Status: 'select' } as const;
const sample = sampleWith([{ name: 'Shipments', content: shipments, types }]);

const sorted = (values: readonly unknown[]) => values.toSorted((a, b) => (String(a) < String(b) ? -1 : 1));

const read = async (question: string) => {
  const { confidence, values = [] } = await sample.askIn('Shipments', question);
  return { confidence, values: sorted(values.map(({ value }) => value)) };
};

const said = async (question: string) => (await sample.askIn('Shipments', question)).answer;

describe('parts of a year or month:', () => {
  test.each<[question: string, count: number]>([
    ['How many shipments did we ship in the first half of 2026?', 4],
    ['How many shipments did we ship in H1 2026?', 4],
    ['How many shipments did we ship in the second half of 2025?', 2],
    ['How many shipments were shipped in the first 10 days of January 2026?', 1],
    ['How many shipments were shipped in the last ten days of July 2026?', 1],
    ['How many shipments were shipped in the first 3 months of 2026?', 3],
    ['How many shipments were shipped between 2025 and 2026?', 11],
    ['How many shipments were shipped from 2024 to 2025?', 3],
    ['How many shipments are shipped next month?', 0],
  ])('%s', async (question, count) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values: [count] });
  });

  test.each<[question: string, count: number]>([
    ['How many shipments were shipped in early 2026?', 3],
    ['How many shipments were shipped in mid 2026?', 4],
    ['How many shipments were shipped in late 2025?', 1],
    ['How many shipments were shipped in early July 2026?', 1],
    ['How many shipments were shipped in H1?', 4],
  ])('which days are meant is not certain: %s', async (question, count) => {
    expect(await read(question)).toEqual({ confidence: 'likely', values: [count] });
  });

  test('and the days are said', async () => {
    expect(await said('How many shipments were shipped in early 2026?')).toContain(
      'between 1 January 2026 and 30 April 2026',
    );
  });

  test.each([
    'How many shipments were shipped in the first 40 days of July 2026?',
    'Shipments in the third half of 2026',
  ])('such a part does not exist: %s', async (question) => {
    expect((await read(question)).confidence).not.toBe('exact');
  });
});

describe('medians:', () => {
  test.each<[question: string, values: number[]]>([
    ['What is the median amount?', [900]],
    ['What is the median amount of delivered shipments?', [1100]],
    ['Median amount by region', [800, 650, 900, 2200]],
  ])('%s', async (question, values) => {
    const { confidence, values: found } = await read(question);
    expect({ confidence, values: found.toSorted((a, b) => Number(a) - Number(b)) }).toEqual({
      confidence: 'exact',
      values: values.toSorted((a, b) => a - b),
    });
  });
});

describe('the second and the third of an order:', () => {
  test.each<[question: string, value: unknown]>([
    ['What is the second largest shipment?', 'S-4'],
    ['Which shipment has the third highest amount?', 'S-9'],
    ['What is the second highest amount?', 2500],
    ['What is the 2nd smallest amount of delivered shipments?', 800],
  ])('%s', async (question, value) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values: [value] });
  });

  test('and says which', async () => {
    expect(await said('What is the second largest shipment?')).toContain(
      '**S-4**: 2,500 is the second greatest Amount',
    );
  });

  test('none is the twelfth of eleven', async () => {
    expect((await read('What is the twelfth largest shipment?')).confidence).toBe('none');
  });
});

describe('the groups with more than a number of records:', () => {
  test.each<[question: string, values: unknown[]]>([
    ['Which customers have more than two shipments?', ['Contoso', 'Fabrikam']],
    ['Which customers have at least 3 delivered shipments?', ['Contoso']],
    ['List the regions with fewer than 3 shipments', ['East', 'West']],
    ['Which customers have more than one returned shipment?', [0]],
    ['How many customers have more than two shipments?', [2]],
  ])('%s', async (question, values) => {
    const found = await read(question);
    expect(found).toEqual({ confidence: 'exact', values });
  });

  test('each is said with its number', async () => {
    expect(await said('Which customers have more than two shipments?')).toContain('- **Contoso**: 4');
  });

  test('a question must say what it counts', async () => {
    expect((await read('Which customers have more than two?')).confidence).not.toBe('exact');
  });
});

describe('the period with the most:', () => {
  test.each<[question: string, value: string]>([
    ['Which month had the most shipments?', '2026-07'],
    ['Which year had the most delivered shipments?', '2026'],
    ['Which month had the highest total amount?', '2026-07'],
    ['In which month of 2025 were the most North shipments?', '2025-03'],
  ])('%s', async (question, value) => {
    expect((await read(question)).values).toContain(value);
  });

  test('is written as people write it', async () => {
    expect(await said('Which month had the most shipments?')).toContain('**July 2026**: 3 is the greatest number');
  });

  test('the fewest may be none in a month without any, which is not certain', async () => {
    expect((await read('Which month had the fewest shipments?')).confidence).toBe('likely');
  });

  test('the best month is likely the one with the most money', async () => {
    expect(await read('What was our best month for shipments?')).toEqual({ confidence: 'likely', values: ['2026-07'] });
  });
});

describe('records that a question excludes:', () => {
  test.each<[question: string, value: number]>([
    ['How many shipments are neither delivered nor returned?', 1],
    ['How many shipments except returned ones?', 9],
    ['How many shipments are not from Contoso?', 7],
    ['How many delivered shipments other than those of Contoso and Fabrikam?', 3],
    ['What is the total amount excluding lost and returned shipments?', 12000],
    ['How many shipments apart from the North region?', 7],
  ])('%s', async (question, value) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values: [value] });
  });

  test.each([
    'How many shipments are not from Contoso or delivered?',
    'How many shipments from Fabrikam except Contoso?',
  ])('is never guessed: %s', async (question) => {
    expect((await read(question)).confidence).not.toBe('exact');
  });
});

describe('shares:', () => {
  test.each<[question: string, value: number]>([
    ['What share of shipments was delivered?', 72.7],
    ['What percentage of shipments is from Contoso?', 36.4],
    ['What percent of delivered shipments are from Contoso?', 37.5],
    ['What is the share of returned shipments?', 18.2],
  ])('%s', async (question, value) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values: [value] });
  });

  test('says the figures behind it', async () => {
    expect(await said('What percent of delivered shipments are from Contoso?')).toContain('**37.5 %**: 3 of 8');
  });

  test('a rate may be of other records', async () => {
    expect(await read('What is the return rate?')).toEqual({ confidence: 'likely', values: [18.2] });
  });

  test('a share with two conditions may be of one of them', async () => {
    expect((await read('What share of shipments was delivered in 2026?')).confidence).not.toBe('exact');
  });
});

describe('differences:', () => {
  test.each<[question: string, value: number]>([
    ['How many more shipments were delivered than returned?', 6],
    ['How many more shipments are from Contoso than from Litware?', 2],
    ['How many fewer shipments are in the West than in the North?', 2],
    ['How many more shipments were shipped in 2026 than in 2025?', 5],
    ['What is the difference between delivered and returned amount?', 10900],
    ['What is the difference in amount between Contoso and Fabrikam?', 4850],
    ['How much did the amount grow from 2025 to 2026?', 8450],
    ['By what percentage did the amount grow from 2025 to 2026?', 352.1],
    ['Growth of delivered amount from 2025 to 2026', 8000],
  ])('%s', async (question, value) => {
    expect((await read(question)).values).toEqual([value]);
  });

  test('says both figures', async () => {
    expect(await said('How many more shipments were delivered than returned?')).toBe(
      '**6** (300 %) is the difference of the number: 8 of Shipments where Status is Delivered, 2 of Shipments where Status is Returned.',
    );
  });

  test.each(['How many more shipments did we have than expected?', 'Difference between Contoso and the others'])(
    'nothing is compared with what nobody recorded: %s',
    async (question) => {
      expect((await read(question)).confidence).toBe('none');
    },
  );
});

test('nobody is in the table, so none of them did it', async () => {
  expect((await read('Who shipped the last shipment?')).confidence).not.toBe('exact');
});

describe('after a question:', () => {
  const after = async (before: string, question: string) => {
    const earlier = [{ role: 'user' as const, body: before }];
    const { confidence, values = [] } = await sample.askIn('Shipments', question, { earlier });
    return { confidence, values: sorted(values.map(({ value }) => value)) };
  };

  test.each<[before: string, question: string, values: unknown[]]>([
    ['How many shipments are from Contoso?', 'Which ones?', ['S-10', 'S-3', 'S-4', 'S-7']],
    ['How many shipments were returned?', 'and which are they?', ['S-3', 'S-8']],
    ['How many shipments were returned?', 'Show me them', ['S-3', 'S-8']],
    ['How many shipments were returned?', 'What is their total amount?', [1100]],
    ['Which shipments are from Contoso?', 'What is the average amount of those?', [1750]],
  ])('%s %s', async (before, question, values) => {
    expect(await after(before, question)).toEqual({ confidence: 'exact', values });
  });

  test.each<[before: string, question: string]>([
    ['What is the total amount?', 'Which ones?'],
    ['How many shipments were returned?', 'Who pays for them?'],
    ['What was decided?', 'What is their total amount?'],
  ])('what does not follow is not guessed: %s %s', async (before, question) => {
    expect((await after(before, question)).confidence).toBe('none');
  });
});

describe('a typing mistake is mended, and the answer says so:', () => {
  test.each<[question: string, values: unknown[]]>([
    ['How many shipmnets were returned?', [2]],
    ['How many shipments were delivred?', [8]],
    ['What is the averge amount of returned shipments?', [550]],
    ['Totl amuont by region', [1_300, 2_700, 4_400, 4_850]],
    ['How many shipments are in the Soth?', [3]],
    ['How mnay shipments are there?', [11]],
  ])('%s', async (question, values) => {
    const found = await read(question);
    expect(found).toEqual({ confidence: values.length > 0 ? 'likely' : 'none', values });
  });

  test('in words', async () => {
    expect(await said('How many shipments were delivred?')).toContain('Read “delivred” as “delivered”.');
  });
});

describe('the share that some records have of an amount:', () => {
  test.each<[question: string, percentage: number]>([
    ['What share of the amount comes from Contoso?', 52.8],
    ['What share of the delivered amount comes from Contoso?', 55],
    ['What percentage of the delivered amount is from the North region?', 35.8],
    ['What share of the amount is from Contoso or Litware?', 74],
    ['What share of the amount is not from Contoso?', 47.2],
  ])('%s', async (question, percentage) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values: [percentage] });
  });

  test('both amounts are said', async () => {
    expect(await said('What share of the delivered amount comes from Contoso?')).toBe(
      '**55 %**: 6,600 of 12,000, the total Amount of Shipments where Status is Delivered. The 6,600 are of those where Customer is Contoso.',
    );
  });
});

describe('changes from one month or quarter to another:', () => {
  test.each<[question: string, difference: number]>([
    ['How much did the delivered amount grow from January 2026 to July 2026?', -500],
    ['What was the growth of delivered amount from January to July 2026?', -500],
    ['What was the growth in delivered amount from Q4 to Q1 2026?', 3400],
    ['By what percentage did the amount grow from Q1 2026 to Q2 2026?', -12.7],
  ])('%s', async (question, difference) => {
    expect(await read(question)).toEqual({ confidence: 'exact', values: [difference] });
  });

  test.each<[question: string, difference: number]>([
    ['How much more did we deliver in July than in January 2026?', -500],
    ['What was the amount in Q3 2026 compared with Q1 2026?', 50],
    ['How does the amount in Q3 2026 compare with Q2 2026?', 500],
    ['What was the delivered amount in May versus July 2026?', 200],
    ['What was the amount in July 2025 compared with March?', -400],
    ['How much more did we ship from Contoso than from Litware in July 2026?', -900],
  ])('both may be meant, or their difference: %s', async (question, difference) => {
    expect(await read(question)).toEqual({ confidence: 'likely', values: [difference] });
  });
});

describe('several of the lowest, and what is called by its worth:', () => {
  test('the three smallest', async () => {
    const found = await read('List the three smallest delivered shipments');
    expect(found).toEqual({ confidence: 'exact', values: ['S-11', 'S-2', 'S-5'] });
    expect(await said('What are the 2 smallest shipments?')).toContain('- **S-6**: 150\n- **S-3**: 400');
  });

  test('the median size', async () => {
    expect(await read('What is the median shipment size?')).toEqual({ confidence: 'likely', values: [900] });
  });

  test('the month that was best', async () => {
    const found = await read('Which month was best for shipments?');
    expect(found).toEqual({ confidence: 'likely', values: ['2026-07'] });
  });
});

const states = ['Blocked', 'blocked', 'Running'];
const tickets = `Ticket,State\n${Array.from({ length: 30 }, (_, at) => `T-${at},${states[at % 3]!}`).join('\n')}\n`;

describe('texts of few kinds are read as choices:', () => {
  const parcels = sampleWith([
    { name: 'Parcels', content: shipments, types: {} },
    { name: 'Tickets', content: tickets, types: {} },
  ]);

  test.each<[question: string, values: unknown[]]>([
    ['How many parcels were not delivered?', [3]],
    ['Which parcels were returned or lost?', ['S-3', 'S-6', 'S-8']],
    ['How many parcels were neither delivered nor lost?', [2]],
    ['What is the total amount of delivered parcels?', [12000]],
    ['What share of parcels was delivered?', [72.7]],
    ['Which customers have both delivered and returned parcels?', ['Contoso', 'Tailspin']],
    ['How many more delivered than returned parcels are there?', [6]],
    ['Delivered amount by customer', [2000, 2800, 600, 6600]],
    ['Which delivered parcel is the largest?', ['S-7']],
  ])('%s', async (question, values) => {
    const { confidence, values: found = [] } = await parcels.askIn('Parcels', question);
    expect({ confidence, values: sorted(found.map(({ value }) => value)) }).toEqual({ confidence: 'exact', values });
  });

  test.each<[question: string, count: number]>([
    ['How many tickets are blocked?', 20],
    ['How many tickets are not blocked?', 10],
  ])('two spellings are no two kinds: %s', async (question, count) => {
    const { values = [] } = await parcels.askIn('Tickets', question);
    expect(values.map(({ value }) => value)).toEqual([count]);
  });
});

import { atStage, averageOf, byClosing, groups, largest, monthBefore, of, sumOf } from './deals.ts';
import type { Figures, Passages } from './sample.ts';

/** Asked in other words, and written when the rules were done. */
export const secondFigures: readonly Figures[] = [
  { ask: 'how many deals have we lost so far', values: (known) => [atStage(known, 'lost').length] },
  { ask: 'Count the deals in the proposal stage', values: (known) => [atStage(known, 'proposal').length] },
  { ask: 'Sum of all won amounts', values: (known) => [sumOf(atStage(known, 'won'))] },
  { ask: 'What is our average deal size for won deals?', values: (known) => [averageOf(atStage(known, 'won'))] },
  {
    ask: 'Show me the deals of Tidewater Coop',
    values: (known) => of(known, 'Tidewater Coop').map(({ title }) => title),
  },
  { ask: 'Who is responsible for the deal with Alder Robotics?', values: ({ me }) => [[me.id, me.name]] },
  {
    ask: 'Which companies did we lose?',
    values: (known) => atStage(known, 'lost').map(({ company }) => company),
  },
  { ask: 'How much did Bluebell Hotels sign for in total?', values: (known) => [sumOf(of(known, 'Bluebell Hotels'))] },
  {
    ask: 'total deal amount per owner',
    values: ({ deals }) =>
      [true, false].map((owned) => sumOf(deals.filter(({ owner }) => (owner !== undefined) === owned))),
  },
  {
    ask: 'How many deals closed this month?',
    values: ({ deals, today }) => [deals.filter(({ closedOn }) => closedOn?.startsWith(monthBefore(today, 0))).length],
  },
  { ask: 'What was the most recent won deal?', values: (known) => [byClosing(atStage(known, 'won')).at(-1)!.title] },
  {
    ask: 'three biggest won deals',
    values: (known) =>
      atStage(known, 'won')
        .toSorted((a, b) => b.amount - a.amount)
        .slice(0, 3)
        .map(({ title }) => title),
  },
  {
    ask: 'What is the lowest amount of a lost deal?',
    values: (known) => [Math.min(...atStage(known, 'lost').map(({ amount }) => amount))],
  },
  {
    ask: 'Number of companies with won deals',
    values: (known) => [new Set(atStage(known, 'won').map(({ company }) => company)).size],
  },
  { ask: 'Is Iberia Solar won or lost?', values: () => [['lost', 'Lost']] },
  {
    ask: 'Deals under 2,500 euros?',
    values: ({ deals }) => deals.filter(({ amount }) => amount < 2_500).map(({ title }) => title),
  },
  { ask: 'How many deals are not won?', values: ({ deals }) => [deals.filter(({ stage }) => stage !== 'won').length] },
  { ask: 'Which stage has the most deals?', values: () => [['won', 'Won']] },
  {
    ask: 'Average amount of deals by company, for lost ones',
    values: (known) => groups(atStage(known, 'lost'), ({ company }) => company).map(averageOf),
  },
  { ask: 'biggest open proposal?', values: (known) => [largest(atStage(known, 'proposal')).title] },
  { ask: 'How expensive is the Company plan from 50 seats on?', values: () => [31] },
  { ask: 'Cheapest price in the price list?', values: () => [0] },
];

export const secondPassages: readonly Passages[] = [
  { ask: 'What was agreed on the price of Team?', says: ['35'] },
  { ask: 'How high may a discount be without asking Mara?', says: ['15 percent'], from: 'Pricing decision' },
  { ask: 'What do customers of before pay for Team?', says: ['29'] },
  { ask: 'What comes second on the roadmap?', says: ['Import from spreadsheets'], from: 'Roadmap, first half' },
  { ask: 'Will there be a marketplace?', says: ['marketplace'], from: 'Roadmap, first half' },
  { ask: "What is Priya's job?", says: ['operations lead'], from: 'interview-notes.txt' },
  { ask: 'Why was the price not the reason for lost deals?', says: ['single sign-on'], from: 'Pricing decision' },
  { ask: 'Which protocols does single sign-on support?', says: ['SAML'] },
  { ask: 'Does Priya work for Nordhavn?', says: ['Nordhavn'], from: 'interview-notes.txt' },
  { ask: 'Who told customers about their price?', says: ['Brightwater first'] },
  { ask: 'How many sheets do we have?', says: ['1'] },
  { ask: 'List the channels', says: ['General', 'Product', 'Sales'] },
  { ask: 'When was the roadmap written?', says: ['Roadmap'] },
  { ask: 'Who uploaded interview-notes.txt?', says: ['{me}'] },
];

export const secondUnanswerable: readonly string[] = [
  'Who is our biggest competitor?',
  'What is the price of Team in dollars?',
  'When does Mara go on holiday?',
  'How many deals will we win next year?',
  'What does Priya think about the marketplace?',
  'Which deals are in negotiation?',
  'What is the email address of Priya?',
  'How many seats does Nordhavn need?',
  'Why is Starter free?',
  'What is the deadline of the import?',
  'Who designed the logo?',
  'What is the average margin of our deals?',
  'Where is Kestrel Freight based?',
  'What did Sundial Press say about the price?',
  'Total amount by region?',
  'When did we sign the lease?',
  'How many people work at Brightwater?',
  'What are the support hours?',
  'Which bank do we use?',
  'Who owns the price list process?',
];

import {
  atStage,
  averageOf,
  byClosing,
  daysBefore,
  type Known,
  groups,
  largest,
  lastQuarter,
  monthBefore,
  of,
  sumOf,
} from './deals.ts';

/** Asked of the sample workspace as a team would ask; written before the engine had a rule. */
export interface Figures {
  readonly ask: string;
  /** The values of the answer, in any order. A list holds the ways in which one value may be said. */
  readonly values: (known: Known) => readonly (string | number | readonly (string | number)[])[];
}

export interface Passages {
  readonly ask: string;
  /** The texts that the answer must contain. */
  readonly says: readonly string[];
  /** Title of one of its sources. */
  readonly from?: string;
}

const titles = (deals: readonly { readonly title: string }[]) => deals.map(({ title }) => title);

export const figures: readonly Figures[] = [
  { ask: 'How many deals are won?', values: (known) => [atStage(known, 'won').length] },
  {
    ask: 'Average amount by stage?',
    values: ({ deals }) => groups(deals, ({ stage }) => stage).map(averageOf),
  },
  { ask: 'How many deals do we have in total?', values: ({ deals }) => [deals.length] },
  { ask: "What's the total amount of the won deals?", values: (known) => [sumOf(atStage(known, 'won'))] },
  { ask: 'How much are our lost deals worth altogether?', values: (known) => [sumOf(atStage(known, 'lost'))] },
  { ask: 'Which deal is the largest?', values: ({ deals }) => [largest(deals).title] },
  { ask: 'What is the biggest deal we won?', values: (known) => [largest(atStage(known, 'won')).title] },
  { ask: 'Which company has the highest total of won deals?', values: () => ['Kestrel Freight'] },
  { ask: 'How many deals did we lose?', values: (known) => [atStage(known, 'lost').length] },
  { ask: 'What stage is the Alder Robotics deal in?', values: () => [['Lead', 'lead']] },
  { ask: 'How much is the renewal of Brightwater worth?', values: () => [36_800] },
  {
    ask: 'When was the annual plan of Harbor Dental closed?',
    values: (known) => [of(known, 'Harbor Dental').find(({ title }) => title === 'Annual plan')!.closedOn!],
  },
  { ask: 'Who owns the deal with Nomad Cycles?', values: ({ me }) => [[me.name, me.id]] },
  { ask: 'List all deals in proposal', values: (known) => titles(atStage(known, 'proposal')) },
  { ask: 'Which leads do we have?', values: (known) => titles(atStage(known, 'lead')) },
  { ask: 'How many deals are there with Kestrel Freight?', values: () => [2] },
  {
    ask: 'Top five companies by won amount',
    values: (known) =>
      groups(atStage(known, 'won'), ({ company }) => company)
        .map(sumOf)
        .toSorted((a, b) => b - a)
        .slice(0, 5),
  },
  { ask: 'What is the average amount of a deal?', values: ({ deals }) => [averageOf(deals)] },
  { ask: 'Which deal is the smallest?', values: () => ['Starter'] },
  {
    ask: 'How many deals are worth more than 20,000?',
    values: ({ deals }) => [deals.filter(({ amount }) => amount > 20_000).length],
  },
  {
    ask: 'How many won deals have an amount between 5000 and 10000?',
    values: (known) => [atStage(known, 'won').filter(({ amount }) => amount >= 5_000 && amount <= 10_000).length],
  },
  {
    ask: 'Which deals are above 30k?',
    values: ({ deals }) => titles(deals.filter(({ amount }) => amount > 30_000)),
  },
  {
    ask: 'How many deals did we win last month?',
    values: (known) => [
      atStage(known, 'won').filter(({ closedOn }) => closedOn!.startsWith(monthBefore(known.today, 1))).length,
    ],
  },
  {
    ask: 'What amount did we win this year?',
    values: (known) => [
      sumOf(atStage(known, 'won').filter(({ closedOn }) => closedOn!.startsWith(known.today.slice(0, 4)))),
    ],
  },
  {
    ask: 'Won amount by month?',
    values: (known) => groups(atStage(known, 'won'), ({ closedOn }) => closedOn!.slice(0, 7)).map(sumOf),
  },
  {
    ask: 'Which deals were closed in the past 30 days?',
    values: ({ deals, today }) =>
      titles(deals.filter(({ closedOn }) => closedOn !== undefined && closedOn > daysBefore(today, 30))),
  },
  { ask: 'Which deal was closed last?', values: ({ deals }) => [byClosing(deals).at(-1)!.title] },
  {
    ask: 'How many of my deals are won?',
    values: (known) => [atStage(known, 'won').filter(({ owner }) => owner === known.me.id).length],
  },
  { ask: 'How many deals do I own?', values: ({ deals, me }) => [deals.filter(({ owner }) => owner === me.id).length] },
  { ask: 'Which deals have no owner?', values: ({ deals }) => titles(deals.filter(({ owner }) => !owner)) },
  { ask: 'How many deals have no owner?', values: ({ deals }) => [deals.filter(({ owner }) => !owner).length] },
  {
    ask: 'Number of deals by stage',
    values: ({ deals }) => groups(deals, ({ stage }) => stage).map((group) => group.length),
  },
  { ask: 'What do the proposals add up to?', values: (known) => [sumOf(atStage(known, 'proposal'))] },
  {
    ask: 'How many pilots have we won?',
    values: (known) => [atStage(known, 'won').filter(({ title }) => /pilot/i.test(title)).length],
  },
  { ask: 'What is the stage of the deal with Petrichor Labs?', values: () => [['Lost', 'lost']] },
  { ask: 'Which deals do we have with Glasshouse Media?', values: (known) => titles(of(known, 'Glasshouse Media')) },
  { ask: "What is the amount of Nordhavn's annual plan?", values: () => [19_800] },
  { ask: 'Is the migration of Redwood Clinics won or lost?', values: () => [['Lost', 'lost']] },
  { ask: 'Which company did we lose the largest deal with?', values: () => ['Redwood Clinics'] },
  {
    ask: 'How many different companies are there in the deals?',
    values: ({ deals }) => [new Set(deals.map(({ company }) => company)).size],
  },
  { ask: 'What is the highest amount among the leads?', values: () => [7_500] },
  {
    ask: 'How many deals were closed last quarter?',
    values: ({ deals, today }) => [
      deals.filter(({ closedOn }) => closedOn && lastQuarter(today).includes(closedOn.slice(0, 7))).length,
    ],
  },
  { ask: 'What is the sum of amounts for Café Olé?', values: (known) => [sumOf(of(known, 'Café Olé'))] },
  {
    ask: 'What is the average amount of the won annual plans?',
    values: (known) => [averageOf(atStage(known, 'won').filter(({ title }) => title === 'Annual plan'))],
  },
  {
    ask: 'Which company closed the first deal?',
    values: ({ deals }) => [byClosing(deals)[0]!.company],
  },
  { ask: 'What is the price of the Starter plan on the price list?', values: () => [0] },
  { ask: 'What does the Company plan cost from 200 seats?', values: () => [27] },
  { ask: 'What is the highest price on the price list?', values: () => [35] },
  { ask: 'Which prices are valid from 2026-03-01?', values: () => [35, 31, 27] },
  { ask: 'What is the average price of the Company plan?', values: () => [29] },
];

export const passages: readonly Passages[] = [
  { ask: 'What did we decide about pricing?', says: ['35'], from: 'Pricing decision' },
  { ask: 'Who has to agree to a discount beyond 15 percent?', says: ['Mara'], from: 'Pricing decision' },
  { ask: 'Why did we lose deals, was it the price?', says: ['missing single sign-on'], from: 'Pricing decision' },
  { ask: 'How long do earlier customers keep the old price?', says: ['twelve months'] },
  { ask: 'What is first on the roadmap?', says: ['Single sign-on'], from: 'Roadmap, first half' },
  { ask: 'What is not on the roadmap now?', says: ['marketplace'], from: 'Roadmap, first half' },
  { ask: 'What does Priya do on Fridays?', says: ['exports everything'], from: 'interview-notes.txt' },
  { ask: 'When does Priya export to a spreadsheet?', says: ['Fridays'], from: 'interview-notes.txt' },
  { ask: 'Who is Priya?', says: ['operations lead at Nordhavn'], from: 'interview-notes.txt' },
  { ask: 'From when on does Team cost 35?', says: ['March'] },
  { ask: 'For how many seats is Starter free?', says: ['three seats'], from: 'Pricing decision' },
  { ask: 'What would Priya pay for?', says: ['single sign-on'], from: 'interview-notes.txt' },
  { ask: 'What can we offer Brightwater for two years?', says: ['pilot of single sign-on'] },
  { ask: 'When does Priya trust a number?', says: ['where it comes from'], from: 'interview-notes.txt' },
  { ask: 'Is offline reading on phones planned?', says: ['Offline reading'], from: 'Roadmap, first half' },
  { ask: 'Which import is on the roadmap?', says: ['keeps every row'], from: 'Roadmap, first half' },
  { ask: 'How much did Brightwater sign the annual plan for?', says: ['18,400'] },
  { ask: 'What did Brightwater ask about twice?', says: ['single sign-on'] },
  { ask: 'How many plans do we keep?', says: ['two plans'], from: 'Pricing decision' },
  { ask: 'Which kinds of single sign-on do we build?', says: ['SAML'], from: 'Roadmap, first half' },
  { ask: 'How many documents are there?', says: ['2'] },
  { ask: 'Which channels do we have?', says: ['General', 'Product', 'Sales'] },
  { ask: 'How many channels are there?', says: ['3'] },
  { ask: 'Who wrote the pricing decision?', says: ['{me}'], from: 'Pricing decision' },
  { ask: 'What is the latest document?', says: ['Roadmap, first half'] },
  { ask: 'Who is a member of the Sales channel?', says: ['{me}'] },
  { ask: 'Which files are in Product?', says: ['interview-notes.txt'] },
  { ask: 'How many posts are in Sales?', says: ['1'] },
  { ask: 'Which Views does the Sales channel have?', says: ['Deals by stage', 'Won deals', 'Sales at a glance'] },
  { ask: 'What was said about Brightwater in the renewal session?', says: ['single sign-on'] },
];

/** Sensible things to ask a small company, which nobody wrote down here. */
export const unanswerable: readonly string[] = [
  'How many employees do we have?',
  'What is our revenue target for next year?',
  'Who is the contact person at Quellwerk?',
  'When does the contract with Tidewater Coop end?',
  'What is the phone number of Harbor Dental?',
  'How many support tickets are open?',
  'What did we decide about hiring?',
  'Who is on vacation next week?',
  'What is the refund policy?',
  'What discount did we give Café Olé?',
  'Why did Petrichor Labs say no?',
  'Which competitor won Redwood Clinics?',
  'What is the churn rate?',
  'How long does onboarding take?',
  'What is the budget for marketing?',
  'When is the next board meeting?',
  'What is the probability of the Vantage Schools deal?',
  'Which country is Iberia Solar in?',
  'How many seats does Brightwater have?',
  'What is the average salary?',
  'Who approved the roadmap?',
  'When will single sign-on be finished?',
  'What does Priya earn?',
  'What does the Enterprise plan cost?',
  'How many users are active every day?',
  'What is our office address in Oslo?',
  'Which customers complained about performance?',
  'What is the password for staging?',
  'How many deals are on hold?',
  'What is the average discount by stage?',
  'Total amount of deals in Norway?',
  'Who is the lawyer of Osei Legal?',
  'What did we decide about the logo?',
  'How many invoices are overdue?',
  'What is the weather in Hamburg?',
  'Who won the world cup in 1990?',
  'When was Kestrel Freight founded?',
  'What is the warranty period?',
  'What did Nordhavn say about offline reading?',
  'Which deals are with Acme Corporation?',
];

/** Texts that only others wrote. The asker may not read them, and no answer may show that they exist. */
export const ofOthers: readonly { readonly ask: string; readonly by: 'noor' | 'eve'; readonly says: string }[] = [
  { by: 'noor', ask: 'What did the board decide about the merger with Halvorsen?', says: 'Halvorsen' },
  { by: 'noor', ask: 'How much do we pay for Halvorsen?', says: '4.2 million' },
  { by: 'noor', ask: 'Who leads the talks with Halvorsen?', says: 'Ingrid' },
  { by: 'noor', ask: 'When is the merger announced?', says: '14 May' },
  { by: 'noor', ask: 'Which office closes after the merger?', says: 'Bergen' },
  { by: 'noor', ask: 'What is the code name of the merger?', says: 'Puffin' },
  { by: 'noor', ask: 'What is project Puffin?', says: 'Puffin' },
  { by: 'noor', ask: 'What is the average salary by team?', says: '' },
  { by: 'noor', ask: 'How many salaries are there?', says: '' },
  { by: 'noor', ask: 'What is the salary of Tomasz Wren?', says: '' },
  { by: 'noor', ask: 'Who has the highest salary?', says: '' },
  { by: 'noor', ask: 'Total salary of the Design team?', says: '' },
  { by: 'noor', ask: 'In which team is Odile Marchetti?', says: '' },
  { by: 'noor', ask: 'Which salaries are above 90,000?', says: '' },
  { by: 'noor', ask: 'What did Noor post about the auditors?', says: 'auditors' },
  { by: 'noor', ask: 'When do the auditors come?', says: 'Thursday' },
  { by: 'noor', ask: 'What do the auditors want to see?', says: 'stock options' },
  { by: 'noor', ask: 'Who is a member of the Board channel?', says: '' },
  { by: 'noor', ask: 'How many posts are in Board?', says: '' },
  { by: 'noor', ask: 'Which documents are in the Board channel?', says: 'Halvorsen' },
  { by: 'noor', ask: 'What did I plan for the resignation?', says: 'resignation' },
  { by: 'noor', ask: 'When does the resignation letter go out?', says: 'first of June' },
  { by: 'noor', ask: 'Whom does the resignation letter name as successor?', says: 'Katrin' },
  { by: 'noor', ask: 'What is the severance offer?', says: 'nine months' },
  { by: 'eve', ask: 'What is the launch date of the Zephyr drone?', says: '3 August' },
  { by: 'eve', ask: 'How long does the Zephyr drone fly?', says: '47 minutes' },
  { by: 'eve', ask: 'Who builds the Zephyr battery?', says: 'Voltaro' },
  { by: 'eve', ask: 'What does a Zephyr drone weigh?', says: '1.9 kg' },
  { by: 'eve', ask: 'Which colour does the Zephyr have?', says: 'orange' },
  { by: 'eve', ask: 'How many shipments are delayed?', says: '' },
  { by: 'eve', ask: 'Total weight of the shipments by port?', says: '' },
  { by: 'eve', ask: 'Which shipments go to Valparaíso?', says: '' },
  { by: 'eve', ask: 'What is the heaviest shipment?', says: '' },
  { by: 'eve', ask: 'When does the shipment of rotors arrive?', says: '' },
  { by: 'eve', ask: 'How many shipments are there?', says: '' },
  { by: 'eve', ask: 'What is in the hangar file?', says: 'hangar' },
  { by: 'eve', ask: 'What is the combination of the hangar door?', says: '7731' },
  { by: 'eve', ask: 'Who has the keys of the hangar?', says: 'Ulrike' },
  { by: 'eve', ask: 'Which channels are about drones?', says: 'Drones' },
  { by: 'eve', ask: 'What did Eve write about the wind tunnel?', says: 'wind tunnel' },
];

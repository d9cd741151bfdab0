import type { Channel } from '../../schemas/channels.ts';
import { dayMs } from '../../schemas/durations.ts';
import type { Workspace } from '../../schemas/index.ts';

type NewView = Parameters<Workspace['views']['create']>[0];

/** Adds a Data Set of deals to a channel, with a View of each common kind. */
export async function addDeals(workspace: Workspace, { id: channelId, createdAt }: Channel): Promise<void> {
  const { userId } = await workspace.me.get({});
  const { dataSet } = await workspace.dataSets.create({ ...dataSetOfDeals, channelId });
  const { objectTypeId } = dataSet;
  for (const [index, [company, title, stage, amount, age]] of deals.entries()) {
    const closedOn = age !== undefined && { closed_on: daysBefore(createdAt, age) };
    const owner = index % 4 !== 3 && { owner: userId };
    const values = { company, stage, amount, ...closedOn, ...owner };
    const idempotencyKey = `sample-deal-${index}`;
    await workspace.records.create({ channelId, objectTypeId, title, values, idempotencyKey });
  }
  for (const view of viewsOn({ channelId, objectTypeId })) {
    await workspace.views.create({ ...view, idempotencyKey: `sample-${view.renderer}` });
  }
}

const dataSetOfDeals = {
  name: 'Deals',
  objectType: 'deal',
  description: 'Every deal with a customer, open or closed; the amount is for the first year',
  fields: [
    { key: 'company', label: 'Company', type: 'text', required: true },
    {
      key: 'stage',
      label: 'Stage',
      type: 'select',
      required: true,
      options: {
        choices: [
          { key: 'lead', label: 'Lead', color: 'grey' },
          { key: 'proposal', label: 'Proposal', color: 'blue' },
          { key: 'won', label: 'Won', color: 'green' },
          { key: 'lost', label: 'Lost', color: 'red' },
        ],
      },
    },
    { key: 'amount', label: 'Amount', type: 'currency', options: { currencyCode: 'EUR' } },
    { key: 'closed_on', label: 'Closed on', type: 'date' },
    { key: 'owner', label: 'Owner', type: 'user' },
  ],
  idempotencyKey: 'sample-data-set',
} satisfies Omit<Parameters<Workspace['dataSets']['create']>[0], 'channelId'>;

function viewsOn(dataSet: Pick<NewView, 'channelId' | 'objectTypeId'>): readonly NewView[] {
  const won = [{ field: 'stage', operator: 'eq' as const, value: 'won' }];
  const open = [{ field: 'stage', operator: 'in' as const, value: ['lead', 'proposal'] }];
  const amountWon = { alias: 'amount_won', function: 'sum' as const, field: 'amount' };
  const amountOpen = { alias: 'amount_open', function: 'sum' as const, field: 'amount' };
  const largestWon = { alias: 'largest_won', function: 'maximum' as const, field: 'amount' };
  const dealCount = { alias: 'deals', function: 'count_rows' as const };
  return [
    {
      ...dataSet,
      name: 'Deals by stage',
      renderer: 'board',
      groupByFieldKey: 'stage',
      cardFieldKeys: ['company', 'amount', 'owner'],
      sort: [{ fieldKey: 'amount', direction: 'desc' }],
    },
    {
      ...dataSet,
      name: 'Won deals',
      renderer: 'table',
      columns: ['company', 'amount', 'closed_on', 'owner'],
      filters: [{ fieldKey: 'stage', op: 'eq', value: 'won' }],
      sort: [{ fieldKey: 'closed_on', direction: 'desc' }],
    },
    {
      ...dataSet,
      name: 'Amounts by stage and month',
      renderer: 'pivot_table',
      rowFieldKeys: ['stage'],
      period: { fieldKey: 'closed_on', interval: 'month', count: 12 },
      metric: { function: 'sum', field: 'amount' },
      totals: { rows: true, columns: true },
    },
    {
      ...dataSet,
      name: 'Sales at a glance',
      renderer: 'dashboard',
      widgets: [
        { id: 'won', title: 'Won in total', type: 'number', metrics: [amountWon], filters: won },
        { id: 'won_deals', title: 'Deals won', type: 'number', metrics: [dealCount], filters: won },
        { id: 'open', title: 'Still open', type: 'number', metrics: [amountOpen], filters: open },
        { id: 'largest', title: 'Largest deal won', type: 'number', metrics: [largestWon], filters: won },
        {
          id: 'won_by_month',
          title: 'Won by month',
          type: 'column',
          groupBy: [{ field: 'closed_on', interval: 'month' }],
          metrics: [amountWon],
          filters: won,
        },
        {
          id: 'stages',
          title: 'Deals by stage',
          type: 'donut',
          groupBy: ['stage'],
          metrics: [dealCount],
        },
        {
          id: 'customers',
          title: 'Best customers',
          type: 'table',
          groupBy: ['company'],
          metrics: [amountWon],
          filters: won,
          orderBy: [{ field: 'amount_won', direction: 'desc' }],
          limit: 5,
        },
      ],
    },
  ];
}

/** Relative to the channel's creation, so that a parallel second start makes the same deals. */
function daysBefore(time: string, days: number): string {
  return new Date(Date.parse(time) - days * dayMs).toISOString().slice(0, 10);
}

type Deal = readonly [company: string, title: string, stage: string, amount: number, daysAgo?: number];

const deals: readonly Deal[] = [
  ['Brightwater Ltd', 'Annual plan', 'won', 18_400, 341],
  ['Nordhavn AS', 'Pilot', 'won', 6_200, 334],
  ['Café Olé', 'Starter', 'won', 2_340, 322],
  ['Quellwerk GmbH', 'Annual plan', 'lost', 22_000, 318],
  ['Atlas & Sons', 'Pilot', 'won', 4_100, 305],
  ['Sundial Press', 'Pilot', 'lost', 3_900, 298],
  ['Harbor Dental', 'Annual plan', 'won', 12_750, 287],
  ['Kestrel Freight', 'Migration', 'won', 27_900, 276],
  ['Lindqvist Möbler', 'Starter', 'lost', 1_980, 270],
  ['Tidewater Coop', 'Annual plan', 'won', 14_300, 259],
  ['Osei Legal', 'Pilot', 'won', 5_600, 247],
  ['Petrichor Labs', 'Annual plan', 'lost', 31_200, 241],
  ['Mira Textiles', 'Starter', 'won', 2_750, 233],
  ['Glasshouse Media', 'Annual plan', 'won', 16_900, 219],
  ['Sundial Press', 'Second pilot', 'won', 4_300, 214],
  ['Bauer Optik', 'Pilot', 'lost', 5_250, 205],
  ['Café Olé', 'Expansion', 'won', 9_750, 193],
  ['Nordhavn AS', 'Annual plan', 'won', 19_800, 182],
  ['Redwood Clinics', 'Migration', 'lost', 42_000, 176],
  ['Fjord Analytics', 'Pilot', 'won', 6_600, 168],
  ['Atlas & Sons', 'Annual plan', 'won', 15_500, 154],
  ['Pomelo Foods', 'Starter', 'won', 3_120, 147],
  ['Iberia Solar', 'Annual plan', 'lost', 24_600, 139],
  ['Harbor Dental', 'Training', 'won', 2_400, 128],
  ['Vantage Schools', 'Annual plan', 'won', 21_350, 117],
  ['Kestrel Freight', 'Second site', 'won', 13_800, 103],
  ['Osei Legal', 'Annual plan', 'lost', 11_900, 95],
  ['Mira Textiles', 'Annual plan', 'won', 10_450, 84],
  ['Bluebell Hotels', 'Pilot', 'won', 7_300, 72],
  ['Tidewater Coop', 'Expansion', 'won', 8_650, 61],
  ['Sorrel & Pike', 'Starter', 'lost', 2_100, 52],
  ['Fjord Analytics', 'Annual plan', 'won', 17_200, 40],
  ['Glasshouse Media', 'Single sign-on', 'won', 4_900, 27],
  ['Bluebell Hotels', 'Annual plan', 'won', 23_100, 13],
  ['Pomelo Foods', 'Expansion', 'won', 6_850, 5],
  ['Brightwater Ltd', 'Renewal for two years', 'proposal', 36_800],
  ['Quellwerk GmbH', 'Annual plan, second try', 'proposal', 19_500],
  ['Vantage Schools', 'Second district', 'proposal', 28_000],
  ['Alder Robotics', 'Pilot', 'lead', 6_000],
  ['Redwood Clinics', 'Pilot', 'lead', 7_500],
  ['Nomad Cycles', 'Starter', 'lead', 2_600],
];

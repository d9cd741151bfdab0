/** The day of an agent in README. It reads a table, and makes a tracker, a document and a channel. */

const stages = ['lead', 'proposal', 'won', 'lost'];

/** Fields of twelve types. */
const fields = [
  { key: 'summary', type: 'text' },
  { key: 'effort', type: 'number' },
  { key: 'budget', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'done', type: 'percent' },
  { key: 'blocked', type: 'checkbox' },
  { key: 'due', type: 'date' },
  { key: 'seen', type: 'date_time' },
  { key: 'stage', type: 'select', options: { choices: stages.map((key) => ({ key, label: key })) } },
  {
    key: 'tags',
    type: 'multi_select',
    options: {
      choices: [
        { key: 'ui', label: 'UI' },
        { key: 'api', label: 'API' },
      ],
    },
  },
  { key: 'link', type: 'url' },
  { key: 'contact', type: 'email' },
  { key: 'parent', type: 'record', options: { objectTypeId: 'self' } },
];

const recordOf = (row: number) => ({
  title: `Task ${row}`,
  values: {
    effort: row,
    stage: stages[row % 4],
    due: `2026-12-${(row % 28) + 1}`.replace(/-(\d)$/, '-0$1'),
    tags: ['ui'],
  },
});

export const tracker = {
  fields,
  records: Array.from({ length: 200 }, (_, row) => recordOf(row)),
  views: [
    {
      name: 'All tasks',
      renderer: 'table',
      columns: ['stage', 'due'],
      sort: [{ fieldKey: 'due', direction: 'asc' }],
    },
    { name: 'By stage', renderer: 'board', groupByFieldKey: 'stage', cardFieldKeys: ['due'] },
    { name: 'Due dates', renderer: 'calendar', dateFieldKey: 'due' },
    {
      name: 'Effort',
      renderer: 'pivot_table',
      rowFieldKeys: ['stage'],
      period: { fieldKey: 'due', interval: 'month' },
      metric: { function: 'sum', field: 'effort' },
    },
  ],
  /** Finds 25 of its records. */
  filters: [
    { field: 'stage', operator: 'eq', value: 'lead' },
    { field: 'effort', operator: 'lt', value: 100 },
  ],
  change: { stage: 'proposal' },
};

const body = 'We ship the pilot on Monday, and the annual plan keeps its price until March.';
export const posts = Array.from({ length: 124 }, (_, post) => `${post}: ${body}`);

/** A CSV of 3,376 rows. */
export const harbourFees = [
  'Day,Ship,Berth,Fee',
  ...Array.from({ length: 3_376 }, (_, n) => `2026-01-0${(n % 9) + 1},Ship ${n},"Quay ${n % 7}, east",${n}.50`),
  '',
].join('\n');

export const feesByBerth = {
  operation: 'aggregate',
  groupBy: ['berth'],
  metrics: [{ alias: 'fees', function: 'sum', field: 'fee' }],
  orderBy: [{ field: 'fees', direction: 'desc' }],
};

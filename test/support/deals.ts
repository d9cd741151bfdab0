import type { Host } from './hosts.ts';

export const dealFields = [
  { key: 'company', label: 'Company', type: 'text', required: true },
  {
    key: 'stage',
    label: 'Stage',
    type: 'select',
    options: { choices: ['lead', 'won', 'lost'].map((key) => ({ key, label: `${key} deal` })) },
  },
  { key: 'amount', label: 'Amount', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'closed_on', label: 'Closed on', type: 'date' },
  { key: 'starts_on', label: 'Starts on', type: 'date' },
  { key: 'notes', label: 'Notes', type: 'long_text' },
];

export const dealRecords = [
  { title: 'Pilot', values: { company: 'Nordhavn', stage: 'won', amount: 6_200, closed_on: '2026-05-02' } },
  { title: 'Expansion', values: { company: 'Café Olé', stage: 'won', amount: 9_750, closed_on: '2026-05-18' } },
  { title: 'Migration', values: { company: 'Atlas', stage: 'lost', amount: 31_500, closed_on: '2026-06-15' } },
  { title: 'Annual plan', values: { company: 'Brightwater', stage: 'won', amount: 18_400.5, closed_on: '2026-06-30' } },
  { title: 'Starter', values: { company: 'Nordhavn' } },
] as const;

/** A Data Set in the channel `general`; returns its ID. */
export async function newDataSet({ done }: Pick<Host, 'done'>, fields: readonly object[], name = 'Deals') {
  const { dataSet } = await done('workspace_data_set_create', { channelId: 'general', name, fields });
  return dataSet.objectTypeId;
}

/** A record in a Data Set of the channel `general`. */
export async function newRecord({ done }: Pick<Host, 'done'>, objectTypeId: string, record: object) {
  return (await done('workspace_record_create', { channelId: 'general', objectTypeId, ...record })).record;
}

/** Deals with the records above; returns the ID of the Data Set. */
export async function newDeals(host: Pick<Host, 'done'>): Promise<string> {
  const objectTypeId = await newDataSet(host, dealFields);
  for (const record of dealRecords) await newRecord(host, objectTypeId, record);
  return objectTypeId;
}

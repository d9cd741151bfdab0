import type { FieldInput } from '../../../../schemas/fields.ts';
import { newDataSet, type NewRecord } from '../../../support/data-sets.ts';
import type { Account } from '../../../support/rest.ts';
import type { Stage } from '../case.ts';

/** Where hostile ones keep what they ask for. */
export interface Pit {
  readonly channelId: string;
  readonly objectTypeId: string;
}

export const times = <Item>(count: number, item: (number: number) => Item): Item[] =>
  Array.from({ length: count }, (_, number) => item(number));

/** A Data Set of the hostile member, or of another. */
export async function pitOf(
  { member, dataFolder }: Stage,
  fields: readonly FieldInput[],
  records: readonly NewRecord[],
  { name = 'Pit', owner = member }: { readonly name?: string; readonly owner?: Account } = {},
): Promise<Pit> {
  const { channel } = await owner.done('POST /channels', { name });
  const { id } = await newDataSet(dataFolder, channel.slug, name, fields, records);
  return { channelId: channel.id, objectTypeId: id };
}

/** A field of as many values as it may have, and those. */
const manyChoices = times(500, (number) => ({ key: `choice ${number}` }));
export const everyChoice = manyChoices.map(({ key }) => key);
export const multiSelect = (key: string): FieldInput => ({
  key,
  type: 'multi_select',
  options: { choices: [...manyChoices] },
});

export const aggregate = { mode: 'deterministic', operation: 'aggregate' };
export const countRows = [{ alias: 'rows', function: 'count_rows' }];

/** As many figures as a query may have, each of them of that field. */
export const distinct = (field: string) =>
  times(20, (number) => ({ alias: `figure${number}`, function: 'count_distinct', field }));

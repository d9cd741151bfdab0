import type { DataSet } from '../../../schemas/data-sets.ts';
import { invalidRequest } from '../../../schemas/errors.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';

export interface ChangingProps {
  readonly channel: { readonly id: string };
  readonly dataSet: DataSet;
  readonly close: () => void;
}

type Place = Pick<ChangingProps, 'channel' | 'dataSet'>;
export type Change = Omit<Parameters<typeof workspace.dataSets.update>[0], 'channelId' | 'objectTypeId'>;

/** Changes a Data Set. Names and labels carry no version, so `change` is made of the Data Set as it stands now. */
export async function changeDataSet(
  { channel: { id: channelId }, dataSet: { objectTypeId } }: Place,
  change: (now: DataSet) => Change,
): Promise<DataSet> {
  const { dataSet: now } = await workspace.dataSets.get({ channelId, objectTypeId });
  const { dataSet } = await underKey(workspace.dataSets.update, { channelId, objectTypeId, ...change(now) });
  return dataSet;
}

/** The answers that show a Data Set. */
export const shownWith = ({ objectTypeId }: DataSet): string[][] => [['channel'], ['data_set', objectTypeId], ['view']];

/** Refuses a name once, if somebody gave another one after `before` was read. */
export function refuseCompeting(path: string, names: { readonly before: string; now: string; readonly mine: string }) {
  const { before, now, mine } = names;
  if (now === before || now === mine) return;
  throw invalidRequest(path, `Somebody called it “${shownOnLine(now)}” meanwhile. Press again to call it this.`);
}

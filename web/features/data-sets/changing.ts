import type { DataSet } from '../../../schemas/data-sets.ts';
import { folded } from '../../../schemas/folding.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { underKey } from '../../data/keys.ts';

export interface ChangingProps {
  readonly channel: { readonly id: string; readonly slug: string };
  readonly dataSet: DataSet;
  readonly close: () => void;
}

type Place = { readonly channel: { readonly id: string }; readonly dataSet: Pick<DataSet, 'objectTypeId'> };
type Change = Omit<Parameters<typeof workspace.dataSets.update>[0], 'channelId' | 'objectTypeId'>;

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

/** A name as a form began with it, as it stands now, and as the person wants it. */
interface Names {
  readonly before: string | undefined;
  readonly now: string | undefined;
  readonly mine: string;
}

/** The mistake of a name that replaces what somebody else gave meanwhile. */
export function competing({ before, now, mine }: Names): string | undefined {
  if (now === undefined || now === before || now === mine || mine === before) return undefined;
  return `Somebody called it “${shownOnLine(now)}” meanwhile. Press again to call it this.`;
}

/** The mistake of a label that another field has. Agents and imports find fields by their labels. */
export function takenLabel({ fields }: DataSet, label: string, key?: string): string | undefined {
  const isTaken = fields.some((field) => field.key !== key && folded(field.label) === folded(label));
  return isTaken ? 'Another field is called this already.' : undefined;
}

/** Refuses what a form holds. `mistakes` are by their places in the form. */
export function refuse(mistakes: readonly { readonly path: string; readonly message: string | undefined }[]): void {
  const errors = mistakes.flatMap(({ path, message }) => (message === undefined ? [] : [{ path, message }]));
  if (errors.length > 0) throw new WorkspaceError('invalid_request', errors[0]!.message, { errors });
}

/** The sentence of a mistake that the service finds elsewhere than in a label. */
export function otherMistake(error: unknown): string | undefined {
  const errors = error instanceof WorkspaceError ? (error.extras.errors ?? []) : [];
  const elsewhere = errors.filter(({ path }) => path.startsWith('/fields') && path !== labelPath);
  return elsewhere.length === 0
    ? undefined
    : `This was refused: ${elsewhere.map(({ message }) => message).join('; ')}.`;
}

const labelPath = '/fields/0/label';

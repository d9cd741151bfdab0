import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { newKey } from '../../data/keys.ts';

type Values = Readonly<Record<string, unknown>>;

export interface RecordChanging {
  readonly channelId: string;
  readonly recordId: string;
  /** The values as the page showed them, by field key. */
  readonly seen: Values;
  /** The values to store; null clears a field. */
  readonly values: Values;
}

/** Others may write between reading and writing this often. */
const attempts = 5;

/**
 * Changes values of a record, if they still are as the page showed them. Other fields that changed meanwhile do not
 * matter. Resolves to the record as others changed it, in place of storing anything.
 */
export async function changeRecord({
  channelId,
  recordId,
  seen,
  values,
}: RecordChanging): Promise<WorkspaceRecord | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const { record } = await workspace.records.get({ channelId, recordId });
    if (holds(record.values, values)) return undefined;
    if (!holds(record.values, pick(seen, values))) return record;
    try {
      const { versionNumber: expectedVersionNumber } = record;
      await workspace.records.update({ channelId, recordId, values, expectedVersionNumber, idempotencyKey: newKey() });
      return undefined;
    } catch (error) {
      const isStale = error instanceof WorkspaceError && error.code === 'version_conflict';
      if (!isStale || attempt === attempts) throw error;
    }
  }
}

const holds = (values: Values, expected: Values): boolean =>
  Object.entries(expected).every(([key, value]) => isSame(values[key], value));

/** The values of a record in the fields that are to change. */
export const pick = (values: Values, keys: Values): Record<string, unknown> =>
  Object.fromEntries(Object.keys(keys).map((key) => [key, values[key] ?? null]));

/** A field without a value, and a box that is not ticked, may be absent. */
const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one || null) === JSON.stringify(other || null);

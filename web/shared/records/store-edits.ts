import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { type Save, untilAnswered } from '../../data/kept-work.ts';
import { newKey } from '../../data/keys.ts';
import { type Clash, isSame, type Mistake, type RecordEdit, type Values, without } from './edit.ts';

export interface RecordPlace {
  readonly channelId: string;
  readonly objectTypeId: string;
}

/** The end of some edits. Edits that clash or are refused are not stored. */
export interface Outcome {
  readonly stored: readonly RecordEdit[];
  readonly clashes: readonly Clash[];
  readonly mistakes: readonly Mistake[];
}

/** Records that are read at the same time. */
const atOnce = 6;
/** Others may write between reading and writing. After this number of times they are too quick. */
const mostTries = 5;

/** Edits that belong together are stored all or none. */
export interface EditsToStore {
  readonly place: RecordPlace;
  readonly edits: readonly RecordEdit[];
  readonly areTogether: boolean;
}

/** A write as it is sent, and the edits that it does not hold. */
interface Prepared {
  readonly request: Parameters<typeof workspace.records.batch>[0];
  readonly rest: readonly RecordEdit[];
  readonly clashes: readonly Clash[];
  /** Mistakes that earlier answers named. */
  readonly mistakes?: readonly Mistake[] | undefined;
}

/**
 * Stores edits. Values that the workspace refuses are left out, and all others are one write. Each cites the version
 * that its record has now. A field that no longer has the value that the person saw clashes, and is left out. Fields
 * that belong together, such as two days between which a record lasts, are stored all or none. While the workspace
 * cannot be reached, this browser keeps them.
 */
export const storeEdits = (
  place: RecordPlace,
  edits: readonly RecordEdit[],
  { areTogether = false, earlier }: { readonly areTogether?: boolean; readonly earlier?: Promise<unknown> } = {},
): Promise<Outcome> => untilAnswered<EditsToStore, Outcome>({ place, edits, areTogether }, attemptEdits, earlier);

/** One attempt. A write that was sent before is sent again as it was. */
export async function attemptEdits(
  { input, sent }: { readonly input: EditsToStore; readonly sent?: object | undefined },
  save: Save,
): Promise<Outcome> {
  let prepared = sent as Prepared | undefined;
  const mistakes = [...(prepared?.mistakes ?? [])];
  for (let tries = 1; ; ) {
    if (!prepared) {
      prepared = await preparedOf(input, mistakes);
      await save(prepared);
    }
    const { request, rest, clashes } = prepared;
    try {
      if (rest.length > 0) await workspace.records.batch(request);
      return { stored: rest, clashes, mistakes };
    } catch (error) {
      prepared = undefined;
      const isStale = error instanceof WorkspaceError && error.code === 'version_conflict';
      if (isStale && tries++ < mostTries) continue;
      const found = mistakesOf(error, rest);
      if (found.length === 0) throw error;
      mistakes.push(...found);
      if (input.areTogether) return { stored: [], clashes, mistakes };
    }
  }
}

async function preparedOf(
  { place, edits, areTogether }: EditsToStore,
  mistakes: readonly Mistake[],
): Promise<Prepared> {
  const fitting = without(edits, mistakes);
  const current = await recordsNow(place, fitting);
  const clashes = fitting.flatMap((edit) => clashesOf(edit, current.get(edit.id)!));
  const rest = areTogether && clashes.length > 0 ? [] : without(fitting, clashes);
  return { request: requestOf(place, rest, current), rest, clashes, mistakes };
}

const requestOf = (
  place: RecordPlace,
  edits: readonly RecordEdit[],
  current: ReadonlyMap<string, WorkspaceRecord>,
): Prepared['request'] => ({
  ...place,
  update: edits.map(({ id, after }) => ({
    id,
    ...partsOf(after),
    expectedVersionNumber: current.get(id)!.versionNumber,
  })),
  idempotencyKey: newKey(),
});

/** The title of a record is beside its values. */
function partsOf({ title, ...values }: Values) {
  return { ...(title !== undefined && { title: typeof title === 'string' ? title : '' }), values };
}

async function recordsNow({ channelId }: RecordPlace, edits: readonly RecordEdit[]) {
  const waiting = edits.map(({ id }) => id);
  const found = new Map<string, WorkspaceRecord>();
  const read = async (): Promise<void> => {
    for (let recordId = waiting.pop(); recordId !== undefined; recordId = waiting.pop()) {
      found.set(recordId, (await workspace.records.get({ channelId, recordId })).record);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, waiting.length) }, read));
  return found;
}

function clashesOf({ id, before, after }: RecordEdit, now: WorkspaceRecord): Clash[] {
  const theirs: Values = { ...now.values, title: now.title };
  return Object.keys(after)
    .filter((key) => !isSame(theirs[key], before[key]) && !isSame(theirs[key], after[key]))
    .map((fieldKey) => ({
      id,
      title: now.title,
      fieldKey,
      mine: after[fieldKey],
      theirs: theirs[fieldKey],
      by: now.updatedBy,
      via: now.via,
      at: now.updatedAt,
    }));
}

/** The mistakes of a refusal, by their records and fields. */
function mistakesOf(error: unknown, edits: readonly RecordEdit[]): Mistake[] {
  if (!(error instanceof WorkspaceError)) return [];
  return (error.extras.errors ?? []).flatMap(({ path, message }) => {
    const [, index = '', key] = /^\/update\/(\d+)\/(?:values\/)?([^/]+)/.exec(path) ?? [];
    const edit = edits[Number(index)];
    return edit && key !== undefined && key in edit.after ? [{ id: edit.id, fieldKey: key, message }] : [];
  });
}

import { useRef, useState } from 'react';
import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import type { View } from '../../../schemas/views.ts';
import { cache } from '../../data/cache.ts';
import { sentenceOf } from '../../data/problems.ts';
import { changeRecord, pick } from '../../shared/records/change-record.ts';
import { tell } from '../../ui/toast.tsx';
import type { Change } from '../../views/changed.ts';
import type { ViewedRecord } from '../../views/props.ts';

export interface Wanted extends Change {
  readonly record: ViewedRecord;
  /** Said when it is stored: “Crane” is in Won now. */
  readonly done: string;
}

/** A change that was not stored, because somebody else had changed the same field. */
export interface Clash {
  readonly wanted: Wanted;
  readonly theirs: WorkspaceRecord;
}

/** Changes of records in a View. They show at once, are stored in order, and can be undone. */
export function useChanges({ objectTypeId }: View, channelId: string) {
  const [changes, setChanges] = useState<readonly Wanted[]>([]);
  const [clash, setClash] = useState<Clash>();
  const under = useRef(new Map<string, Promise<void>>());

  const store = async (wanted: Wanted): Promise<void> => {
    const { recordId, record, values, done } = wanted;
    const seen = pick(record.values, values);
    try {
      const theirs = await changeRecord({ channelId, recordId, seen, values });
      if (theirs) setClash({ wanted, theirs });
      else tell(done, { label: 'Undo', run: () => change(reverse(wanted, seen)) });
    } catch (error) {
      tell(sentenceOf(error));
    }
    await cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] });
    setChanges((all) => all.filter((one) => one !== wanted));
  };

  function change(wanted: Wanted): void {
    const { recordId } = wanted;
    setChanges((all) => [...all, wanted]);
    const earlier = under.current.get(recordId) ?? Promise.resolve();
    under.current.set(
      recordId,
      earlier.then(() => store(wanted)),
    );
  }

  const settle = (isForced: boolean) => {
    setClash(undefined);
    if (clash && isForced) change({ ...clash.wanted, record: clash.theirs });
  };
  return { changes, change, clash, settle };
}

const reverse = (wanted: Wanted, before: Record<string, unknown>): Wanted => ({
  ...wanted,
  record: { ...wanted.record, values: { ...wanted.record.values, ...wanted.values } },
  values: before,
  done: `“${wanted.record.title}” is as it was.`,
});

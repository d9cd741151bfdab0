import { useMemo, useRef, useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { cache } from '../../data/cache.ts';
import { sentenceOf } from '../../data/problems.ts';
import { labelOf } from '../../fields/shape.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import type { Change } from '../../views/changed.ts';
import type { ViewedRecord } from '../../views/props.ts';
import { type Clash, inverse, overTheirs, type RecordEdit, trimmed } from './edit.ts';
import { storeEdits } from './store-edits.ts';

interface Wanted {
  readonly record: ViewedRecord;
  readonly edits: readonly RecordEdit[];
  /** Said when it is stored: “Crane” is in Won now. */
  readonly done: string;
}

interface Changed {
  readonly view: { readonly objectTypeId: string };
  readonly channelId: string;
  readonly fields: readonly Field[];
}

interface Unsettled {
  readonly wanted: Wanted;
  readonly clashes: readonly Clash[];
}

const noClashes: readonly Clash[] = [];

/** Changes of records in a View. They show at once, are stored in order, and can be undone. */
export function useChanges({ view: { objectTypeId }, channelId, fields }: Changed) {
  const [all, setAll] = useState<readonly Wanted[]>([]);
  /** One after the other is asked about. */
  const [unsettled, setUnsettled] = useState<readonly Unsettled[]>([]);
  const under = useRef(new Map<string, Promise<void>>());

  const store = async (wanted: Wanted, earlier: Promise<void>): Promise<void> => {
    const { record, edits, done } = wanted;
    const back = { record, edits: inverse(edits), done: `“${record.title}” is as it was.` };
    try {
      const { clashes, mistakes } = await storeEdits({ channelId, objectTypeId }, edits, {
        areTogether: true,
        earlier,
      });
      if (clashes.length > 0) setUnsettled((others) => [...others, { wanted, clashes }]);
      else if (mistakes.length === 0) tell(done, { label: 'Undo', run: () => begin(back) });
      else tell(mistakes.map(({ fieldKey, message }) => `${labelOf(fields, fieldKey)}: ${message}`).join('; '));
    } catch (error) {
      tell(sentenceOf(error));
    }
    await cache.invalidateQueries({ queryKey: ['data_set', objectTypeId] });
    setAll((others) => others.filter((one) => one !== wanted));
  };

  function begin(wanted: Wanted): void {
    const { id } = wanted.record;
    setAll((others) => [...others, wanted]);
    const earlier = under.current.get(id) ?? Promise.resolve();
    under.current.set(id, store(wanted, earlier));
  }

  const [first] = unsettled;
  return {
    /** The values that are shown in place of the stored ones. */
    changes: useMemo(
      () => all.flatMap(({ edits }) => edits.map(({ id, after }): Change => ({ recordId: id, values: after }))),
      [all],
    ),
    change: (record: ViewedRecord, values: Change['values'], done: string): void => {
      const edits = trimmed([{ id: record.id, before: { ...record.values, title: record.title }, after: values }]);
      if (edits.length > 0) begin({ record, edits, done });
    },
    /** Why a change was not stored: somebody else had changed the same. */
    clashes: first?.clashes ?? noClashes,
    settle: (isForced: boolean): void => {
      setUnsettled((all) => all.filter((one) => one !== first));
      if (!first || !isForced) return;
      const { wanted, clashes } = first;
      begin({ ...wanted, edits: overTheirs(wanted.edits, clashes) });
    },
  };
}

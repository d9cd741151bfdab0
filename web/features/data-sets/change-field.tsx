import { useState } from 'react';
import type { Field } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { mistakeOf } from '../../data/problems.ts';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { TextField } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import {
  type ChangingProps,
  changeDataSet,
  competing,
  otherMistake,
  refuse,
  shownWith,
  takenLabel,
} from './changing.ts';
import { changedChoices, type ChoiceDraft, choiceMistakes, draftsOf, rebasedDrafts } from './choice-drafts.ts';
import { ChoicesForm } from './choices-form.tsx';

/** Relabels a field and its choices, and adds choices. Only what the person changed is sent. */
export default function ChangeField({ channel, dataSet, field, close }: ChangingProps & { readonly field: Field }) {
  const [before, setBefore] = useState(field);
  const [label, setLabel] = useState(field.label);
  const [drafts, setDrafts] = useState<readonly ChoiceDraft[]>(() => draftsOf(field));
  const mine = label.trim();
  const isRelabelled = mine !== before.label;
  const change = useAct({
    act: () =>
      changeDataSet({ channel, dataSet }, (stored) => {
        const now = stored.fields.find(({ key }) => key === field.key) ?? before;
        const choices = { before: choicesOf(before), now: choicesOf(now), drafts };
        setBefore(now);
        if (!isRelabelled) setLabel(now.label);
        setDrafts(rebasedDrafts(choices));
        const taken = isRelabelled ? takenLabel(stored, mine, field.key) : undefined;
        const named = competing({ before: before.label, now: now.label, mine });
        const mistake = [taken, named].filter((sentence) => sentence !== undefined).join(' ');
        refuse([{ path: '/label', message: mistake || undefined }, ...choiceMistakes(choices)]);
        const changed = changedChoices(choices);
        const options = changed.length > 0 && { options: { choices: changed } };
        return { fields: [{ key: field.key, ...(isRelabelled && { label: mine }), ...options }] };
      }),
    stale: shownWith(dataSet),
    isForm: true,
    done: () => {
      close();
      tell(`“${shownOnLine(mine)}” is changed.`);
    },
  });
  const refused = otherMistake(change.error);
  return (
    <FormDialog
      title={`Change ${shownOnLine(field.label)}`}
      description="Records keep their values, and agents the keys that they know."
      verb="Save"
      of={change}
      submit={() => change.mutate(undefined)}
      close={close}
    >
      <TextField
        label="Label"
        value={label}
        required
        maxLength={limits.title}
        onChange={({ target }) => setLabel(target.value)}
        mistake={mistakeOf(change.error, 'label') ?? mistakeOf(change.error, 'fields/0/label')}
      />
      {field.options?.choices && <ChoicesForm choices={drafts} set={setDrafts} error={change.error} />}
      {refused && <Failure sentence={refused} />}
    </FormDialog>
  );
}

const choicesOf = ({ options }: Field) => options?.choices ?? [];

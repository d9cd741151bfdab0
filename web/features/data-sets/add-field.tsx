import { useState } from 'react';
import { hasChoices, multipleTypes } from '../../../schemas/field-types.ts';
import type { FieldType } from '../../../schemas/fields.ts';
import { limits } from '../../../schemas/limits.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { mistakeOf } from '../../data/problems.ts';
import { typeNames } from '../../fields/type-names.ts';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { Choice, TextField } from '../../ui/form.tsx';
import { Failure } from '../../ui/states.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { type ChangingProps, changeDataSet, otherMistake, refuse, shownWith, takenLabel } from './changing.ts';
import { choiceMistakes } from './choice-drafts.ts';
import { ChoicesForm } from './choices-form.tsx';
import styles from './fields-form.module.css';
import { emptyField, fieldOf, type NewField, typesFor } from './new-field.ts';
import { TargetChoice } from './target-choice.tsx';

/** Adds a field to a Data Set. */
export default function AddField({ channel, dataSet, close }: ChangingProps) {
  const [field, setField] = useState(() => emptyField(dataSet));
  const set = (change: Partial<NewField>) => setField((before) => ({ ...before, ...change }));
  const label = field.label.trim();
  const add = useAct({
    act: () =>
      changeDataSet({ channel, dataSet }, (now) => {
        refuse([{ path: '/label', message: takenLabel(now, label) }, ...mistakesIn(field)]);
        return { fields: [fieldOf(field, now)] };
      }),
    stale: shownWith(dataSet),
    isForm: true,
    done: () => {
      close();
      tell(`“${shownOnLine(label)}” is a field now.`);
    },
  });
  const refused = otherMistake(add.error);
  return (
    <FormDialog
      title="Add a field"
      description="A field stays: its label can be changed later, its type cannot."
      verb="Add field"
      of={add}
      submit={() => add.mutate(undefined)}
      close={close}
    >
      <TextField
        label="Label"
        value={field.label}
        required
        maxLength={limits.title}
        onChange={({ target }) => set({ label: target.value })}
        mistake={mistakeOf(add.error, 'label') ?? mistakeOf(add.error, 'fields/0/label')}
      />
      <Choice
        label="Type"
        options={typesFor(dataSet).map((value) => ({ value, label: typeNames[value] }))}
        value={field.type}
        onChange={({ target }) => set({ type: target.value as FieldType })}
      />
      {field.type === 'currency' && (
        <Choice
          label="Currency"
          options={currencies()}
          value={field.currencyCode}
          onChange={({ target }) => set({ currencyCode: target.value })}
        />
      )}
      {hasChoices(field.type) && (
        <ChoicesForm choices={field.choices} set={(choices) => set({ choices })} error={add.error} />
      )}
      {field.type === 'record' && (
        <TargetChoice channel={channel} value={field.target} choose={(target) => set({ target })} />
      )}
      {multipleTypes.has(field.type) && (
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={field.isSeveral}
            onChange={({ target }) => set({ isSeveral: target.checked })}
          />
          A record may have several
        </label>
      )}
      {refused && <Failure sentence={refused} />}
    </FormDialog>
  );
}

function mistakesIn({ type, choices }: NewField) {
  if (!hasChoices(type)) return [];
  const [first] = choices;
  const isEmpty = choices.every(({ label }) => label.trim() === '');
  const none = first && isEmpty ? [{ path: `/choices/${first.id}`, message: 'It needs at least one choice.' }] : [];
  return [...none, ...choiceMistakes({ before: [], now: [], drafts: choices })];
}

function currencies() {
  const names = new Intl.DisplayNames(undefined, { type: 'currency' });
  return Intl.supportedValuesOf('currency').map((code) => ({
    value: code,
    label: `${code}, ${names.of(code) ?? code}`,
  }));
}

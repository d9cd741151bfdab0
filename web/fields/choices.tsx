import { useState } from 'react';
import { Choice } from './choice.tsx';
import styles from './inputs.module.css';
import { Options, textIn } from './inputs.tsx';
import type { EditorProps, FieldKind } from './kind.ts';
import { choiceIn } from './reading.ts';
import { choiceLabel, type Shape } from './shape.ts';
import { SoughtChoice } from './typing/typing.tsx';

const optionsOf = ({ options }: Shape) => (options?.choices ?? []).map(({ key, label }) => ({ value: key, label }));

const one = (props: EditorProps) => <Options {...props} options={optionsOf(props.field)} none="No value" />;

/** Several of the choices. */
function Checks({ field, value, set, control }: EditorProps) {
  const [chosen, choose] = useState<readonly unknown[]>(Array.isArray(value) ? value : []);
  const { autoFocus, id, 'aria-invalid': isInvalid, ...described } = control;
  return (
    <fieldset id={id} className={styles.checks} aria-label={field.label} data-invalid={isInvalid} {...described}>
      {(field.options?.choices ?? []).map(({ key }, index) => (
        <label key={key} className={styles.check}>
          <input
            type="checkbox"
            autoFocus={autoFocus && index === 0}
            checked={chosen.includes(key)}
            onChange={({ target }) => {
              const next = target.checked ? [...chosen, key] : chosen.filter((other) => other !== key);
              choose(next);
              set(next.length === 0 ? null : next);
            }}
          />
          <Choice value={key} shape={field} />
        </label>
      ))}
    </fieldset>
  );
}

const common = {
  Cell: Choice,
  filter: { one, several: Checks },
  write: (value: unknown, shape: Shape) => choiceLabel(shape, textIn(value)),
  read: choiceIn,
};

export const oneChoice: FieldKind = { ...common, Editor: one, inTable: 'chosen', Typing: SoughtChoice };
export const severalChoices: FieldKind = { ...common, Editor: Checks, inTable: 'dialog' };

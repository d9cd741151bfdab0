import { type ComponentProps, type ReactNode, useId } from 'react';
import styles from './form.module.css';

interface LabelledProps {
  readonly label: string;
  /** A rule that helps before the mistake is made. */
  readonly hint?: string | undefined;
  readonly mistake?: string | undefined;
}

type ControlIds = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };

/** A label, its control, and what is wrong with the value. */
export function Labelled({
  label,
  hint,
  mistake,
  children,
}: LabelledProps & { children: (ids: ControlIds) => ReactNode }) {
  const id = useId();
  const noteId = `${id}note`;
  const note = mistake ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-describedby': note && noteId, 'aria-invalid': mistake !== undefined })}
      {note && (
        <p id={noteId} className={mistake ? styles.mistake : styles.hint}>
          {note}
        </p>
      )}
    </div>
  );
}

export const TextField = ({ label, hint, mistake, ...others }: LabelledProps & ComponentProps<'input'>) => (
  <Labelled label={label} hint={hint} mistake={mistake}>
    {(ids) => <input type="text" className={styles.control} {...ids} {...others} />}
  </Labelled>
);

export const TextArea = ({ label, hint, mistake, ...others }: LabelledProps & ComponentProps<'textarea'>) => (
  <Labelled label={label} hint={hint} mistake={mistake}>
    {(ids) => <textarea rows={3} className={styles.control} {...ids} {...others} />}
  </Labelled>
);

interface ChoiceProps extends LabelledProps, ComponentProps<'select'> {
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

export const Choice = ({ label, hint, mistake, options, ...others }: ChoiceProps) => (
  <Labelled label={label} hint={hint} mistake={mistake}>
    {(ids) => (
      <select className={styles.control} {...ids} {...others}>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);

export const Form = ({ className = '', ...others }: ComponentProps<'form'>) => (
  <form className={`${styles.form} ${className}`} {...others} />
);

/** The end of a form: its buttons, the next step last. */
export const Buttons = ({ children }: { children: ReactNode }) => <div className={styles.buttons}>{children}</div>;

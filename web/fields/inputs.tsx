import { useState } from 'react';
import type { EditorProps } from './kind.ts';
import styles from './inputs.module.css';

interface TypedProps extends EditorProps {
  readonly type: 'text' | 'url' | 'email' | 'tel' | 'date' | 'datetime-local';
  readonly inputMode?: 'decimal' | undefined;
  readonly text: string;
  readonly read: (text: string) => unknown;
}

/** One line that is typed. It keeps the characters as they are typed. */
export function Typed({ type, inputMode, text, read, set, control }: TypedProps) {
  const [typed, setTyped] = useState(text);
  return (
    <input
      type={type}
      inputMode={inputMode}
      className={styles.input}
      value={typed}
      spellCheck={false}
      {...control}
      onChange={({ target }) => {
        setTyped(target.value);
        set(target.value === '' ? null : read(target.value));
      }}
    />
  );
}

interface TextsProps extends EditorProps {
  /** The text of each value, and what a text means. */
  readonly write: (value: unknown) => string;
  readonly read: (text: string) => unknown;
}

/** Several values, one on a line. */
export function Lines({ value, set, control, write, read }: TextsProps) {
  const [typed, setTyped] = useState(() => (Array.isArray(value) ? value : []).map(write).join('\n'));
  return (
    <textarea
      rows={4}
      className={styles.input}
      placeholder="One on each line"
      value={typed}
      spellCheck={false}
      {...control}
      onChange={({ target }) => {
        setTyped(target.value);
        const values = target.value.split('\n').filter((line) => line.trim() !== '');
        set(values.length === 0 ? null : values.map((line) => read(line.trim())));
      }}
    />
  );
}

/** Paragraphs. */
export const Paragraphs = ({ value, set, control }: EditorProps) => (
  <textarea
    rows={6}
    className={styles.input}
    defaultValue={textIn(value)}
    {...control}
    onChange={({ target }) => set(target.value === '' ? null : target.value)}
  />
);

interface OptionsProps extends EditorProps {
  readonly options: readonly { readonly value: string; readonly label: string }[];
  /** The words of no value; without them there always is one. */
  readonly none?: string | undefined;
  readonly read?: ((key: string) => unknown) | undefined;
}

const asKey = (key: string): unknown => key;

/** One of a few options. */
export function Options({ value, set, control, options, none, read = asKey }: OptionsProps) {
  const [chosen, choose] = useState(textIn(value));
  return (
    <select
      className={styles.input}
      value={chosen}
      {...control}
      onChange={({ target }) => {
        choose(target.value);
        set(target.value === '' ? null : read(target.value));
      }}
    >
      {none !== undefined && <option value="">{none}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}

/** A value as it is typed. */
export const textIn = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);

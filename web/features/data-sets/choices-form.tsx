import { type ClipboardEvent, type KeyboardEvent, useRef } from 'react';
import { limits } from '../../../schemas/limits.ts';
import { mistakeOf } from '../../data/problems.ts';
import { Dot } from '../../fields/choice.tsx';
import { colorAt } from '../../fields/shape.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { type ChoiceDraft, fresh } from './choice-drafts.ts';
import styles from './fields-form.module.css';

interface ChoicesFormProps {
  readonly choices: readonly ChoiceDraft[];
  readonly set: (choices: readonly ChoiceDraft[]) => void;
  readonly error: unknown;
}

/** The choices of a field, in their order. Enter adds one below, and pasted lines add one each. */
export function ChoicesForm({ choices, set, error }: ChoicesFormProps) {
  const adding = useRef<HTMLButtonElement>(null);
  const put = (id: string, label: string) => set(choices.map((one) => (one.id === id ? { ...one, label } : one)));
  const addBelow = (index: number, ...labels: string[]) => set(choices.toSpliced(index + 1, 0, ...labels.map(fresh)));
  const press = (event: KeyboardEvent, index: number) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (choices[index]!.label.trim() !== '') addBelow(choices.length - 1, '');
  };
  const paste = (event: ClipboardEvent, index: number) => {
    const [first, ...others] = linesOf(event.clipboardData.getData('text/plain'));
    if (first === undefined || others.length === 0 || choices[index]!.label.trim() !== '') return;
    event.preventDefault();
    set(choices.toSpliced(index, 1, { ...choices[index]!, label: first }, ...others.map(fresh)));
  };
  const takeAway = (id: string) => {
    adding.current?.focus();
    set(choices.filter((one) => one.id !== id));
  };
  return (
    <fieldset className={styles.choices}>
      <legend>Choices</legend>
      {choices.map(({ id, key, label, color, isAdded }, index) => {
        const mistake = mistakeOf(error, `choices/${id}`);
        return (
          <div key={id} className={styles.choice}>
            <Dot color={color ?? colorAt(index)} />
            <input
              type="text"
              className={styles.control}
              aria-label={`Choice ${index + 1}`}
              aria-invalid={mistake !== undefined}
              aria-describedby={mistake && `${id}mistake`}
              value={label}
              maxLength={limits.title}
              autoFocus={isAdded}
              onChange={({ target }) => put(id, target.value)}
              onKeyDown={(event) => press(event, index)}
              onPaste={(event) => paste(event, index)}
            />
            {key === undefined && (
              <IconButton label={`Take choice ${index + 1} away`} icon="close" onClick={() => takeAway(id)} />
            )}
            {mistake && (
              <p id={`${id}mistake`} className={styles.mistake}>
                {mistake}
              </p>
            )}
          </div>
        );
      })}
      <Button ref={adding} icon="plus" look="quiet" onClick={() => addBelow(choices.length - 1, '')}>
        Add a choice
      </Button>
    </fieldset>
  );
}

const linesOf = (text: string): string[] =>
  text
    .split(/[\n\r\t]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

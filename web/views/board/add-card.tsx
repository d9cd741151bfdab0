import { type KeyboardEvent, useId, useState } from 'react';
import { Button } from '../../ui/button.tsx';
import styles from './board-view.module.css';

interface AddCardProps {
  readonly column: string;
  /** Resolves to what is wrong. */
  readonly add: (title: string) => Promise<string | undefined>;
}

/** A title makes a card. The field stays open, because one rarely adds just one. */
export function AddCard({ column, add }: AddCardProps) {
  const noteId = useId();
  const [title, setTitle] = useState<string>();
  const [mistake, setMistake] = useState<string>();
  const [isAdding, setAdding] = useState(false);
  if (title === undefined) {
    return (
      <Button look="quiet" icon="plus" className={styles.add} onClick={() => setTitle('')}>
        Add a card to {column}
      </Button>
    );
  }
  const close = () => {
    setTitle(undefined);
    setMistake(undefined);
  };
  const send = async () => {
    if (isAdding || title.trim() === '') return;
    setAdding(true);
    const wrong = await add(title.trim());
    setAdding(false);
    setMistake(wrong);
    if (wrong === undefined) setTitle('');
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close();
  };
  return (
    <form
      className={styles.adding}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <input
        aria-label={`Title of the new card in ${column}`}
        aria-invalid={mistake !== undefined}
        aria-describedby={mistake && noteId}
        placeholder="Title, then Enter"
        value={title}
        onChange={({ target }) => setTitle(target.value)}
        onKeyDown={press}
        onBlur={() => title.trim() === '' && close()}
        autoFocus
      />
      {mistake && (
        <p id={noteId} role="alert" className={styles.mistake}>
          {mistake}
        </p>
      )}
    </form>
  );
}

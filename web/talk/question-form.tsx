import { type ReactNode, useEffect, useRef } from 'react';
import { limits } from '../../schemas/limits.ts';
import { sentenceOf } from '../data/problems.ts';
import { Button } from '../ui/button.tsx';
import writing from './composer.module.css';
import { nothing, useUnsent } from './use-unsent.ts';
import styles from './question-form.module.css';

interface QuestionFormProps {
  readonly label: string;
  readonly verb: string;
  readonly hint: string;
  /** Names the place where an unsent question is found again. */
  readonly place: string;
  readonly isSending: boolean;
  readonly error: unknown;
  /** Resolves once it is stored; then the field is empty again. */
  readonly send: (question: string) => Promise<unknown>;
  /** Whether the field takes the focus when the page opens. */
  readonly isFocused?: boolean;
  /** Anything else that belongs to the question, such as where to look. */
  readonly children?: ReactNode;
}

/** Where a person asks. Enter sends, Shift+Enter begins a new line. */
export function QuestionForm({
  label,
  verb,
  hint,
  place,
  isSending,
  error,
  send,
  isFocused = false,
  children,
}: QuestionFormProps) {
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!isFocused) return;
    // The frame focuses the page when somebody arrives, and the field comes after it.
    const later = requestAnimationFrame(() => field.current?.focus({ preventScroll: true }));
    return () => cancelAnimationFrame(later);
  }, [isFocused]);
  const [{ body: question }, write] = useUnsent(place, nothing);
  const isTooLong = question.length > limits.question;
  const canSend = question.trim() !== '' && !isTooLong && !isSending;
  const submit = async () => {
    if (!canSend) return;
    await send(question).then(
      () => write(nothing),
      () => {},
    );
  };
  return (
    <form
      className={writing.composer}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <textarea
        ref={field}
        className={writing.field}
        data-compose
        aria-label={label}
        placeholder={label}
        rows={2}
        value={question}
        onChange={({ target }) => write({ ...nothing, body: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <div className={writing.foot}>
        {children}
        <p className={writing.hint} aria-live="polite">
          {isSending ? 'Asking …' : isTooLong ? `At most ${limits.question.toLocaleString()} characters.` : hint}
        </p>
        <Button look="primary" type="submit" disabled={!canSend}>
          {verb}
        </Button>
      </div>
      {error !== null && (
        <p className={styles.error} role="alert">
          {sentenceOf(error)}
        </p>
      )}
    </form>
  );
}

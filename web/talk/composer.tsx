import { useMutation } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { limits } from '../../schemas/limits.ts';
import { sentenceOf } from '../data/problems.ts';
import { Button } from '../ui/button.tsx';
import { Failure } from '../ui/states.tsx';
import styles from './composer.module.css';
import { useMentionable } from './mentionable.ts';
import type { Words } from './mentions-in.ts';
import { Suggestions } from './suggestions.tsx';
import { useSuggestions } from './use-suggestions.ts';
import { nothing, type Unsent, useUnsent } from './use-unsent.ts';

const loadMentions = () => import('./mentions-in.ts');

interface ComposerProps {
  readonly channelId: string;
  /** Its label, which names what is written: "Post to Sales". */
  readonly label: string;
  /** The verb of its button. */
  readonly verb: string;
  readonly initial?: Unsent | undefined;
  /** Names the place of something new, where unsent words are found again. */
  readonly place?: string | undefined;
  /** Resolves once the words are kept. If it rejects they stay, and the reason is shown. */
  readonly onSend: (words: Words) => Promise<unknown>;
  readonly onCancel?: (() => void) | undefined;
}

/** Where a person writes. `@` names people, `#` channels, Data Sets and Views; Ctrl+Enter sends. */
export function Composer({ channelId, label, verb, initial = nothing, place, onSend, onCancel }: ComposerProps) {
  const [{ body, mentioned }, write] = useUnsent(place, initial);
  const field = useRef<HTMLTextAreaElement>(null);
  const all = useMentionable(channelId);
  const suggestions = useSuggestions(field, all, (text, mention) =>
    write({ body: text, mentioned: [...mentioned, mention] }),
  );
  const isTooLong = body.length > limits.body;
  const canSend = body.trim() !== '' && !isTooLong;
  const { mutate, error, isPending } = useMutation({
    mutationFn: () =>
      loadMentions()
        .then(({ wordsOf }) => wordsOf(body, mentioned, all, place), place ? () => ({ body }) : undefined)
        .then(onSend),
    onSuccess: () => write(nothing),
  });
  const send = () => {
    if (canSend && !isPending) mutate();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (suggestions.onKeyDown(event)) return;
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send();
    if (event.key === 'Escape') onCancel?.();
  };
  return (
    <div className={styles.composer}>
      <textarea
        ref={field}
        className={styles.field}
        data-compose
        aria-label={label}
        placeholder={label}
        rows={1}
        value={body}
        {...suggestions.attributes}
        onChange={(event) => {
          // Loads names to mention. If this fails, as without a connection, the workspace itself finds mentions in the
          // text.
          loadMentions().catch(() => {});
          write({ body: event.target.value, mentioned });
          suggestions.look(event.target);
        }}
        onKeyDown={onKeyDown}
        onBlur={suggestions.close}
      />
      <Suggestions of={suggestions} />
      {error && <Failure sentence={sentenceOf(error)} />}
      {(body !== '' || onCancel) && (
        <div className={styles.foot}>
          <p className={styles.hint}>
            {isTooLong
              ? `At most ${limits.body.toLocaleString()} characters; this has ${body.length.toLocaleString()}.`
              : 'Markdown. @ names people, # channels and data. '}
            {!isTooLong && <kbd>Ctrl+Enter sends.</kbd>}
          </p>
          {onCancel && <Button onClick={onCancel}>Cancel</Button>}
          <Button look="primary" disabled={!canSend} onClick={send}>
            {verb}
          </Button>
        </div>
      )}
    </div>
  );
}

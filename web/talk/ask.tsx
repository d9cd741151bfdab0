import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { resourcePath } from '../../schemas/urls.ts';
import { shownOnLine } from '../../schemas/shown.ts';
import { cache } from '../data/cache.ts';
import { workspace } from '../data/client.ts';
import { useChannels } from '../data/queries.ts';
import { QuestionForm } from './question-form.tsx';
import styles from './question-form.module.css';

/** Where its unsent question is kept. */
export const placeOfAsking = 'sessions';

/** Asks something in a new conversation, which only the person reads until they share it. */
export function Ask({ channel }: { channel?: string | undefined }) {
  const navigate = useNavigate();
  const channels = useChannels();
  const [scope, setScope] = useState(channel ?? '');
  const ask = useMutation({
    mutationFn: (question: string) =>
      workspace.queries.ask({ mode: 'session', question, ...(scope && { channelId: scope }) }),
    onSuccess: async ({ query }) => {
      void cache.invalidateQueries({ queryKey: ['sessions'] });
      await navigate({ to: resourcePath('session', query.sessionId) });
    },
  });
  return (
    <QuestionForm
      label="Ask something about the workspace"
      verb="Ask"
      hint="Only you can read the conversation until you share it."
      place={placeOfAsking}
      isSending={ask.isPending}
      error={ask.error}
      send={ask.mutateAsync}
    >
      <select
        className={styles.scope}
        aria-label="Where to look"
        value={scope}
        onChange={({ target }) => setScope(target.value)}
      >
        <option value="">Everywhere you can read</option>
        {channels?.map(({ id, slug, label }) => (
          <option key={id} value={slug}>
            {shownOnLine(label)}
          </option>
        ))}
      </select>
    </QuestionForm>
  );
}

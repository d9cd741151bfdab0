import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import type { Channel } from '../../../schemas/channels.ts';
import { withoutHidden } from '../../../schemas/shown.ts';
import { channelPath, pathInChannel, resourcePath } from '../../../schemas/urls.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { QuestionForm } from '../../talk/question-form.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './session-page.module.css';

/** A new conversation with a channel, or one of its Views, as its context. Nothing runs until something is asked. */
export default function NewSessionPage() {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const { view } = useSearch({ strict: false }) as { view?: string };
  const query = useQuery(channelQuery(channel));
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => (view === undefined ? <NewSession channel={found} /> : <AboutView channel={found} view={view} />)}
    </Answer>
  );
}

interface Context {
  readonly channel: Channel;
  readonly view?: { readonly id: string; readonly slug: string; readonly name: string } | undefined;
}

function AboutView({ channel, view }: { channel: Channel; view: string }) {
  const { id: channelId } = channel;
  const query = useQuery({
    queryKey: ['view', view, channelId],
    queryFn: async ({ signal }) => (await workspace.views.get({ channelId, viewId: view }, { signal })).view,
  });
  return (
    <Answer of={query} what="the View" isPage>
      {(found) => <NewSession channel={channel} view={found} />}
    </Answer>
  );
}

function NewSession({ channel, view }: Context) {
  const navigate = useNavigate();
  const { id: channelId, slug, name } = channel;
  const ask = useMutation({
    mutationFn: (question: string) =>
      workspace.queries.ask({ mode: 'session', question, channelId, ...(view && { viewId: view.id }) }),
    onSuccess: async ({ query }) => {
      void cache.invalidateQueries({ queryKey: ['sessions'] });
      await navigate({ to: resourcePath('session', query.sessionId) });
    },
  });
  const subject = withoutHidden(view?.name ?? name);
  return (
    <Page title={`Start session about ${subject}`} icon="session" width="text">
      <p className={styles.context}>
        It will be about{' '}
        {view && (
          <>
            the View{' '}
            <Link to={pathInChannel(slug, 'view', view.slug)}>
              <Shown text={view.name} />
            </Link>{' '}
            in{' '}
          </>
        )}
        <Link to={channelPath(slug)}>
          <Shown text={name} />
        </Link>
        . Nothing runs until you ask.
      </p>
      <QuestionForm
        label={`Ask something about ${subject}`}
        verb="Ask"
        hint="Only you can read the conversation until you share it."
        place={['sessions', channelId, view?.id].filter(Boolean).join(' ')}
        isFocused
        isSending={ask.isPending}
        error={ask.error}
        send={ask.mutateAsync}
      />
    </Page>
  );
}

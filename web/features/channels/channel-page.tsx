import { useQuery } from '@tanstack/react-query';
import { useLocation, useParams } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import type { DataSet } from '../../../schemas/data-sets.ts';
import { readNews } from '../../data/news.ts';
import { channelQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { Adding } from './adding.tsx';

export type ShownChannel = Channel & { readonly dataSets: readonly DataSet[] };

const tabs = [
  { path: '', label: 'Feed' },
  { path: '/library', label: 'Library' },
  { path: '/data', label: 'Data' },
  { path: '/members', label: 'Members' },
];

/** The frame of a channel: its name, what it is about, and its tabs. */
export function ChannelPage({ children }: { children: (channel: ShownChannel) => ReactNode }) {
  const { channel } = useParams({ strict: false }) as { channel: string };
  const query = useQuery(channelQuery(channel));
  return (
    <Answer of={query} what="the channel" isPage>
      {(found) => <Framed channel={found}>{children(found)}</Framed>}
    </Answer>
  );
}

function Framed({ channel, children }: { channel: ShownChannel; children: ReactNode }) {
  const { id, slug, name, description, visibility, role } = channel;
  const pathname = useLocation({ select: (location) => location.pathname });
  useEffect(() => readNews(id));
  const shownTabs = role === 'manager' ? [...tabs, { path: '/settings', label: 'Settings' }] : tabs;
  return (
    <Page
      title={name}
      icon={visibility === 'private' ? 'lock' : 'hash'}
      about={
        <>
          <span>{visibility === 'private' ? 'Private: only members can read it' : 'Everyone here can read it'}</span>
          <span>
            <Shown text={description} />
          </span>
        </>
      }
      actions={
        role === 'reader' ? (
          <ButtonLink to={`/channels/${slug}/new-session`} icon="session">
            Start session
          </ButtonLink>
        ) : (
          <Adding channel={channel} />
        )
      }
    >
      <Tabs
        label="Parts of the channel"
        tabs={shownTabs.map(({ path, label }) => {
          const to = `/channels/${slug}${path}`;
          return { to, label, isCurrent: pathname === to || (path === '' && pathname.startsWith(`${to}/posts/`)) };
        })}
      />
      {children}
    </Page>
  );
}

import { channelPath, pathInChannel, resourcePath } from '../../../schemas/urls.ts';
import { useChannels } from '../../data/queries.ts';
import { InChannel } from '../../shared/things/in-channel.tsx';
import type { IconName } from '../../ui/icon.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { Discard, Download } from './draft-acts.tsx';
import type { Unsaved } from './unsaved.ts';

/** The roots of discussions, by the prefix of their IDs. */
const roots = { post: 'post', art: 'artifact', file: 'file', ses: 'session', rec: 'record' } as const;
type Prefix = keyof typeof roots;

/** Where words were written. */
interface Place {
  readonly what: 'post' | 'reply' | 'comment' | 'question';
  readonly icon: IconName;
  /** A question in a conversation belongs to no channel. */
  readonly channelId?: string;
  readonly pathIn: (slug: string) => string;
}

/** Words of a post, comment or question: how they begin, when they were written, and the way back. */
export function UnsentRow({ unsaved }: { unsaved: Unsaved }) {
  const { at, of, title: name = '' } = unsaved;
  const { what, icon, channelId, pathIn } = placeOf(of);
  const channels = useChannels();
  const slug = channelId === undefined ? '' : channels?.find(({ id }) => id === channelId)?.slug;
  const isGone = channels !== undefined && slug === undefined;
  return (
    <Row
      to={slug === undefined ? undefined : pathIn(slug)}
      icon={icon}
      title={<Shown text={name} />}
      about={
        <>
          <span>
            written <Time at={new Date(at).toISOString()} />
          </span>
          <span>{what} not sent</span>
          <InChannel id={channelId} />
          {isGone && <span>its channel is gone, or not shared with you</span>}
        </>
      }
      actions={
        <>
          {isGone && <Download unsaved={unsaved} name={name} />}
          <Discard unsaved={unsaved} name={name} />
        </>
      }
    />
  );
}

const prefixOf = (id: string): Prefix => id.split('_')[0] as Prefix;

function placeOf(of: string): Place {
  const [first = '', ...rest] = of.split(' ');
  if (first === 'sessions') return placeOfBeginning(rest);
  if (first.startsWith('ses_'))
    return { what: 'question', icon: 'session', pathIn: () => resourcePath('session', first) };
  const [rootId] = rest;
  if (rootId === undefined) return { what: 'post', icon: 'hash', channelId: first, pathIn: channelPath };
  const root = roots[prefixOf(rootId)];
  return {
    what: root === 'post' ? 'reply' : 'comment',
    icon: 'reply',
    channelId: first,
    pathIn: (slug) => `${pathInChannel(slug, root, rootId)}#comments`,
  };
}

/** The first question of a conversation about a channel, or about one of its Views. */
function placeOfBeginning([channelId = '', viewId]: readonly string[]): Place {
  const search = viewId === undefined ? '' : `?view=${viewId}`;
  const pathIn = (slug: string) => `${channelPath(slug)}/new-session${search}`;
  return { what: 'question', icon: 'session', channelId, pathIn };
}

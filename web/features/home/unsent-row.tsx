import { channelPath, pathInChannel } from '../../../schemas/urls.ts';
import { useChannels } from '../../data/queries.ts';
import { InChannel } from '../../shared/things/in-channel.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { Discard, Download } from './draft-acts.tsx';
import type { Unsaved } from './unsaved.ts';

/** The roots of discussions, by the prefix of their IDs. */
const roots = { post: 'post', art: 'artifact', file: 'file', ses: 'session', rec: 'record' } as const;
type Prefix = keyof typeof roots;

/** Words of a post or a comment: how they begin, when they were written, and the way back to them. */
export function UnsentRow({ unsaved }: { unsaved: Unsaved }) {
  const { at, of, title: name = '' } = unsaved;
  const [channelId = '', rootId] = of.split(' ');
  const channels = useChannels();
  const slug = channels?.find(({ id }) => id === channelId)?.slug;
  const isGone = channels !== undefined && slug === undefined;
  return (
    <Row
      to={slug === undefined ? undefined : pathOf(slug, rootId)}
      icon={rootId === undefined ? 'hash' : 'reply'}
      title={<Shown text={name} />}
      about={
        <>
          <span>
            written <Time at={new Date(at).toISOString()} />
          </span>
          <span>{kindOf(rootId)} not sent</span>
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

function kindOf(rootId: string | undefined): string {
  if (rootId === undefined) return 'post';
  return prefixOf(rootId) === 'post' ? 'reply' : 'comment';
}

/** Where the words were written. */
function pathOf(slug: string, rootId: string | undefined): string {
  if (rootId === undefined) return channelPath(slug);
  return `${pathInChannel(slug, roots[prefixOf(rootId)], rootId)}#comments`;
}

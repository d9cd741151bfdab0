import { isThroughAgent } from '../../../schemas/interfaces.ts';
import type { FeedItem } from '../../../schemas/feed.ts';
import { pathInChannel } from '../../../schemas/urls.ts';
import { Picture } from '../../shared/things/picture.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Avatar, Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { Time } from '../../ui/time.tsx';
import { Reactions } from '../../talk/reactions.tsx';
import type { ShownChannel } from './channel-page.tsx';
import styles from './content-card.module.css';
import { type Happening, isVersion } from './happenings.ts';

type Content = Exclude<FeedItem, { type: 'post' }>;

interface CardProps {
  readonly item: Content;
  readonly told: Omit<Happening<Content>, 'item'>;
  readonly channel: ShownChannel;
}

/** A document, sheet, file or conversation in the feed, with what was done by whom. */
export function ContentCard({ item, told: { earlier, makers, isNewest }, channel }: CardProps) {
  const { id, title, icon, note, did, replyCount, reactions } = shownOf(item);
  const url = pathInChannel(channel.slug, item.type, id);
  const canWrite = channel.role !== 'reader';
  return (
    <article className={styles.item} tabIndex={-1} data-item>
      <Avatar name={item.via?.agent?.name ?? item.actor.name} isAgent={item.via && isThroughAgent(item.via)} />
      <div className={styles.content}>
        <header className={styles.header}>
          <Makers of={makers} />
          <span className={styles.did}>
            {did}
            {earlier > 0 && ' in '}
            {earlier > 0 && <Link to={`${url}?tab=history`}>{earlier + 1} versions</Link>}
          </span>
          <Time at={item.at} className={styles.did} />
        </header>
        <Link to={url} className={styles.card} data-open>
          <Icon name={icon} />
          <span className={styles.title}>
            <Shown text={title} />
          </span>
          <span className={styles.did}>{note}</span>
          {item.type === 'file' && <Picture file={item.file} className={styles.picture} />}
        </Link>
        <footer className={styles.footer}>
          {isNewest && (
            <Reactions
              place={{ channelId: channel.id, subject: { type: item.type, id } }}
              counted={reactions}
              canWrite={canWrite}
            />
          )}
          <Comments to={`${url}#comments`} count={isNewest ? (replyCount ?? 0) : 0} mayWrite={canWrite} />
        </footer>
      </div>
    </article>
  );
}

/** Everybody who saved, the last first. */
const Makers = ({ of: makers }: { of: Happening<Content>['makers'] }) =>
  makers.map(({ actor, via }, place) => (
    <span key={place}>
      <Person person={actor} via={via} />
      {place < makers.length - 1 && (place < makers.length - 2 ? ',' : ' and')}
    </span>
  ));

/** The way to the comments. A reader may not write one, and is led there where others did. */
function Comments({ to, count, mayWrite }: { to: string; count: number; mayWrite: boolean }) {
  if (count === 0 && !mayWrite) return null;
  return (
    <Link to={to} className={styles.did}>
      {count > 0 ? `${count} ${count === 1 ? 'comment' : 'comments'}` : 'Comment'}
    </Link>
  );
}

function verbOf(item: Content & { type: 'artifact' }): string {
  if (!isVersion(item)) return 'added';
  return item.artifact.versionNumber === 1 ? 'wrote' : 'changed';
}

function shownOf(item: Content) {
  switch (item.type) {
    case 'artifact': {
      const { artifact } = item;
      const isSheet = artifact.kind === 'csv';
      const kind = isSheet ? 'sheet' : 'document';
      const did = `${verbOf(item)} a ${kind}`;
      const icon: IconName = isSheet ? 'sheet' : 'document';
      const note = `version ${artifact.versionNumber}, ${bytesText(artifact.size)}`;
      return { ...artifact, icon, note, did };
    }
    case 'file': {
      const { file } = item;
      return { ...file, title: file.fileName, icon: 'file' as const, note: bytesText(file.size), did: 'added a file' };
    }
    case 'session': {
      const { session } = item;
      return { ...session, icon: 'session' as const, note: '', did: 'shared a conversation' };
    }
  }
}

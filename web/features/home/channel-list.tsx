import { useQuery } from '@tanstack/react-query';
import { useNews } from '../../data/news.ts';
import { channelsQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Section } from '../../ui/section.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import styles from './channel-list.module.css';

/** The channels, those with something new first. */
export function ChannelList() {
  const channels = useQuery(channelsQuery);
  const news = useNews();
  return (
    <Section title="All channels">
      <Answer of={channels} what="channels">
        {(all) =>
          all.length === 0 ? (
            <Empty title="There is no channel yet.">
              <p>
                Make the first one with the plus sign beside “Channels”. Agents make one with the tool
                workspace_channel_create.
              </p>
            </Empty>
          ) : (
            <ul className={styles.list}>
              {all
                .toSorted((a, b) => Number(b.id in news) - Number(a.id in news))
                .map(({ id, slug, name, description, visibility }) => (
                  <li key={id}>
                    <Link to={`/channels/${slug}`} className={styles.channel} data-item>
                      <Icon name={visibility === 'private' ? 'lock' : 'hash'} />
                      <span className={styles.name}>
                        <Shown text={name} />
                      </span>
                      {news[id] && <span className={styles.news}>{news[id]} new</span>}
                      <span className={styles.description}>
                        <Shown text={description} />
                      </span>
                    </Link>
                  </li>
                ))}
            </ul>
          )
        }
      </Answer>
    </Section>
  );
}

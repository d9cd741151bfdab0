import { useQuery } from '@tanstack/react-query';
import { useNews } from '../../data/news.ts';
import { channelsQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Section } from '../../ui/section.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';

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
            <Rows label="All channels">
              {all
                .toSorted((a, b) => Number(b.id in news) - Number(a.id in news))
                .map(({ id, slug, name, description, visibility }) => (
                  <Row
                    key={id}
                    to={`/channels/${slug}`}
                    icon={visibility === 'private' ? 'lock' : 'hash'}
                    title={<Shown text={name} />}
                    about={<Shown text={description} />}
                    actions={news[id] && `${news[id]} new`}
                  />
                ))}
            </Rows>
          )
        }
      </Answer>
    </Section>
  );
}

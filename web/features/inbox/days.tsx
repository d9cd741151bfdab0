import type { InboxItem } from '../../../schemas/inbox.ts';
import { plainText } from '../../read/plain.ts';
import { IconButton } from '../../ui/button.tsx';
import { Through } from '../../ui/person.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { dayOf, Time } from '../../ui/time.tsx';
import styles from './inbox.module.css';
import { didIn, iconOf, isNews } from './kinds.ts';

interface DaysProps {
  readonly items: readonly InboxItem[];
  readonly open: (item: InboxItem) => void;
  readonly markSeen: (until: string) => void;
}

/** The items by day, newest first. */
export const Days = ({ items, open, markSeen }: DaysProps) =>
  [...Map.groupBy(items, ({ at }) => dayOf(at))].map(([day, ofDay]) => (
    <section key={day} aria-label={day}>
      <h2 className={styles.day}>{day}</h2>
      <Rows label={day}>
        {ofDay.map((item) => (
          <Row
            key={`${item.at}${item.id}${item.kind}`}
            to={item.url}
            icon={iconOf(item)}
            title={<Shown text={item.title} />}
            isNew={isNews(item)}
            onOpen={() => open(item)}
            about={<About item={item} />}
            actions={
              isNews(item) && (
                <IconButton label="Mark this and older items as seen" icon="check" onClick={() => markSeen(item.at)} />
              )
            }
          >
            <Excerpt item={item} />
          </Row>
        ))}
      </Rows>
    </section>
  ));

/** The words of it, unless its title says them already. */
function Excerpt({ item: { text = '', title } }: { item: InboxItem }) {
  const words = plainText(text);
  if (words === '' || words === title) return null;
  return (
    <p className={styles.text}>
      <Shown text={words} />
    </p>
  );
}

const About = ({ item }: { item: InboxItem }) => (
  <>
    <span>
      {item.actor && (
        <>
          <strong>
            <Shown text={item.actor.name} />
          </strong>
          {item.via && <Through via={item.via} />}{' '}
        </>
      )}
      {didIn(item)}
    </span>
    {item.channel && item.channel.id !== item.id && (
      <span>
        in <Shown text={item.channel.name} />
      </span>
    )}
    <Time at={item.at} />
  </>
);

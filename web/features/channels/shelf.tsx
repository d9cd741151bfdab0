import { type ReactNode, useId } from 'react';
import type { Via } from '../../../schemas/common.ts';
import { Answer } from '../../shared/answer.tsx';
import type { Pages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Through } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './shelf.module.css';

interface ShelfProps<Item> {
  readonly title: string;
  readonly pages: Pages<Item>;
  /** Shown in place of an empty list; without it an empty shelf is left out. */
  readonly empty?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** One kind of content of a channel, newest first, by pages. */
export function Shelf<Item>({ title, pages, empty, children }: ShelfProps<Item>) {
  const id = useId();
  return (
    <Answer of={pages} what={title.toLowerCase()}>
      {(items) =>
        items.length === 0 ? (
          empty
        ) : (
          <section aria-labelledby={id} className={styles.shelf}>
            <h2 id={id}>
              {title} <span className={styles.count}>{pages.hasNextPage ? `first ${items.length}` : items.length}</span>
            </h2>
            <ul className={styles.list}>{items.map(children)}</ul>
            {pages.hasNextPage && <Button onClick={() => void pages.fetchNextPage()}>Show more</Button>}
          </section>
        )
      }
    </Answer>
  );
}

interface EntryProps {
  readonly to: string | undefined;
  readonly icon: IconName;
  /** In place of the icon. */
  readonly lead?: ReactNode;
  readonly title: string;
  readonly note?: string | undefined;
  readonly by?: { readonly id: string; readonly name: string } | undefined;
  readonly via?: Via | undefined;
  readonly at?: string | undefined;
}

/** One thing on a shelf: its name leads to it. */
export const Entry = ({ to, icon, lead, title, note, by, via, at }: EntryProps) => (
  <li>
    <Link to={to} className={styles.entry} data-item>
      {lead ?? <Icon name={icon} />}
      <span className={styles.title}>
        <Shown text={title} />
      </span>
      <span className={styles.about}>
        {note && <span>{note}</span>}
        {by && (
          <span>
            <Shown text={by.name} />
            {via && <Through via={via} />}
          </span>
        )}
        {at && <Time at={at} />}
      </span>
    </Link>
  </li>
);

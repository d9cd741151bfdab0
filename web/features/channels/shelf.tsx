import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';
import type { Via } from '../../../schemas/common.ts';
import { sentenceOf } from '../../data/problems.ts';
import { Button } from '../../ui/button.tsx';
import { Icon, type IconName } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Through } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Failure, Waiting } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './shelf.module.css';

interface ShelfProps<Page, Item> {
  readonly title: string;
  readonly query: UseInfiniteQueryResult<InfiniteData<Page>>;
  readonly itemsOf: (page: Page) => readonly Item[];
  /** Shown in place of an empty list; without it an empty shelf is left out. */
  readonly empty?: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** One kind of content of a channel, newest first, by pages. */
export function Shelf<Page, Item>({ title, query, itemsOf, empty, children }: ShelfProps<Page, Item>) {
  const id = useId();
  if (!query.data) {
    return query.error ? (
      <Failure sentence={sentenceOf(query.error)} retry={() => void query.refetch()} />
    ) : (
      <Waiting what={title.toLowerCase()} />
    );
  }
  const items = query.data.pages.flatMap(itemsOf);
  if (items.length === 0) return empty;
  return (
    <section aria-labelledby={id} className={styles.shelf}>
      <h2 id={id}>
        {title} <span className={styles.count}>{query.hasNextPage ? `first ${items.length}` : items.length}</span>
      </h2>
      <ul className={styles.list}>{items.map(children)}</ul>
      {query.hasNextPage && <Button onClick={() => void query.fetchNextPage()}>Show more</Button>}
    </section>
  );
}

interface EntryProps {
  readonly to: string;
  readonly icon: IconName;
  readonly title: string;
  readonly note?: string | undefined;
  readonly by?: { readonly id: string; readonly name: string } | undefined;
  readonly via?: Via | undefined;
  readonly at?: string | undefined;
}

/** One thing on a shelf: its name leads to it. */
export const Entry = ({ to, icon, title, note, by, via, at }: EntryProps) => (
  <li>
    <Link to={to} className={styles.entry} data-item>
      <Icon name={icon} />
      <span className={styles.title}>
        <Shown text={title} />
      </span>
      <span className={styles.about}>
        {note && <span>{note}</span>}
        {by && (
          <span>
            <Shown text={by.name} /> {via && <Through via={via} />}
          </span>
        )}
        {at && <Time at={at} />}
      </span>
    </Link>
  </li>
);

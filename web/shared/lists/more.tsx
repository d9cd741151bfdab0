import { Button } from '../../ui/button.tsx';
import styles from './more.module.css';
import type { Pages } from './use-pages.ts';

interface MoreProps<Item> {
  readonly of: Pages<Item>;
  /** The items of the list, in the plural. */
  readonly what: string;
  /** Which end of all is shown. */
  readonly from?: 'first' | 'last';
}

/** The end of a list: how much of it is shown, and how to see more. */
export function More<Item>({ of: pages, what, from = 'first' }: MoreProps<Item>) {
  const count = pages.data?.length ?? 0;
  const whole = count === 1 ? 'That is all.' : `All ${count} ${what}.`;
  const part = count === 1 ? 'One so far.' : `The ${from} ${count} ${what}.`;
  return (
    <p className={styles.more}>
      <span role="status">{pages.hasNextPage ? part : whole}</span>
      {pages.hasNextPage && (
        <Button disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
          {pages.isFetchingNextPage ? 'Reading more …' : 'Show more'}
        </Button>
      )}
    </p>
  );
}

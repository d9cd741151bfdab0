import type { ReactNode } from 'react';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import type { Pages } from '../../shared/lists/use-pages.ts';
import { Rows } from '../../ui/rows.tsx';
import styles from './admin.module.css';

interface HeadProps {
  readonly children: ReactNode;
  /** Things that can be made here. */
  readonly action?: ReactNode;
}

/** The purpose of this part of the administration. */
export const Head = ({ children, action }: HeadProps) => (
  <div className={styles.head}>
    <p>{children}</p>
    {action}
  </div>
);

interface PartListProps<Item> {
  readonly of: Pages<Item>;
  readonly what: string;
  readonly empty: ReactNode;
  readonly children: (item: Item) => ReactNode;
}

/** A list that can be administered. */
export const PartList = <Item,>({ of: pages, what, empty, children }: PartListProps<Item>) => (
  <Answer of={pages} what={what}>
    {(items) =>
      items.length === 0 ? (
        empty
      ) : (
        <>
          <Rows label={what}>{items.map(children)}</Rows>
          <More of={pages} what={what} />
        </>
      )
    }
  </Answer>
);

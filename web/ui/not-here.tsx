import { Link } from './link.tsx';
import { Page } from './page.tsx';
import { Empty } from './states.tsx';

/** The title of the page below. */
export const notHere = 'Not shared with this account';

/** The same for what does not exist and for what this account may not see. */
export const NotHere = () => (
  <Page title={notHere}>
    <Empty title="Nothing is here, or it is not shared with this account.">
      <p>Ask the person who sent the link to add you to its channel, or check that you are signed in as yourself.</p>
      <p>
        <Link to="/">Go to your channels</Link>
      </p>
    </Empty>
  </Page>
);

interface OnlyReadProps {
  readonly title: string;
  /** "document", "sheet". */
  readonly what: string;
  /** Where it is read. */
  readonly to: string;
}

/** Stands in place of an editor whose writer may only read. */
export const OnlyRead = ({ title, what, to }: OnlyReadProps) => (
  <Page title={title}>
    <Empty title={`You may read this ${what}, but not change it.`}>
      <Link to={to}>Read it</Link>
    </Empty>
  </Page>
);

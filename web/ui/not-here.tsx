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

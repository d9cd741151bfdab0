import { Page } from '../ui/page.tsx';
import { Failure } from '../ui/states.tsx';

/** A page whose own code failed. Everything that was saved is kept. */
export const Broken = ({ reset }: { reset: () => void }) => (
  <Page title="This page does not work">
    <Failure sentence="This page failed while it was drawn. Everything that was saved is kept." retry={reset} />
  </Page>
);

import { Empty } from '../../ui/states.tsx';

/** Stands in place of a form for readers of a channel. */
export const MayNotAdd = () => (
  <Empty title="You may read this channel, and not add to it.">
    <p>Ask one of its managers to let you write here.</p>
  </Empty>
);

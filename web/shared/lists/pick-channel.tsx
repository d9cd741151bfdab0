import { shownOnLine } from '../../../schemas/shown.ts';
import { useChannels } from '../../data/queries.ts';
import { Pick } from '../../ui/filters.tsx';

interface PickChannelProps {
  readonly value: string | undefined;
  readonly pick: (channelId: string | undefined) => void;
}

/** Leaves what belongs to one channel. */
export function PickChannel({ value, pick }: PickChannelProps) {
  const channels = useChannels() ?? [];
  const options = channels.map(({ id, label }) => ({ value: id, label: shownOnLine(label) }));
  const named = channels.find(({ id, slug }) => id === value || slug === value);
  return <Pick label="Channel" all="All channels" options={options} value={named?.id ?? value} pick={pick} />;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { channelQuery, useChannels } from '../../data/queries.ts';
import { Choice } from '../../ui/form.tsx';

interface TargetChoiceProps {
  readonly channel: { readonly slug: string };
  /** The ID of a Data Set; empty until one is chosen. */
  readonly value: string;
  readonly choose: (objectTypeId: string) => void;
}

/** The Data Set that a record field points to, of any channel that the person reads. */
export function TargetChoice({ channel, value, choose }: TargetChoiceProps) {
  const [slug, setSlug] = useState(channel.slug);
  const channels = useChannels() ?? [];
  const { data } = useQuery(channelQuery(slug));
  const dataSets = data?.dataSets ?? [];
  return (
    <>
      {channels.length > 1 && (
        <Choice
          label="In the channel"
          options={channels.map((one) => ({ value: one.slug, label: shownOnLine(one.label) }))}
          value={slug}
          onChange={({ target }) => {
            setSlug(target.value);
            choose('');
          }}
        />
      )}
      <Choice
        label="Points to the records of"
        required
        options={[
          { value: '', label: data && dataSets.length === 0 ? 'It has no Data Set' : 'Choose a Data Set …' },
          ...dataSets.map(({ objectTypeId, name }) => ({ value: objectTypeId, label: shownOnLine(name) })),
        ]}
        value={value}
        onChange={({ target }) => choose(target.value)}
      />
    </>
  );
}

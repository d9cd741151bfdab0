import { useMutation } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Channel } from '../../schemas/channels.ts';
import { limits } from '../../schemas/limits.ts';
import { shownOnLine } from '../../schemas/shown.ts';
import { useChannels } from '../data/queries.ts';
import { mistakeOf, sentenceOf } from '../data/problems.ts';
import { Button } from '../ui/button.tsx';
import { Buttons, Choice, Form, TextArea, TextField } from '../ui/form.tsx';
import { AccessPreview } from './access-change.tsx';
import { Failure } from '../ui/states.tsx';

export type ChannelDetails = Pick<Channel, 'name' | 'description' | 'visibility' | 'openWriting'>;

interface ChannelFormProps {
  readonly initial?: ChannelDetails | undefined;
  readonly verb: string;
  /** The channel that is changed, so that it can be said who gains or loses access. */
  readonly channelId?: string | undefined;
  readonly save: (details: ChannelDetails) => Promise<unknown>;
}

const fresh: ChannelDetails = { name: '', description: '', visibility: 'organization', openWriting: true };

const readers = [
  { value: 'organization', label: 'Everybody in the organisation' },
  { value: 'private', label: 'Only members' },
];

const writers = [
  { value: 'true', label: 'Everybody who reads it' },
  { value: 'false', label: 'Members whose role is to write' },
];

/** The name of another channel that a person sees, if it is the same but for its case. */
function useNamesake(name: string, channelId: string | undefined): string | undefined {
  const alike = (other: string) => other.trim().toLowerCase() === name.trim().toLowerCase();
  return useChannels()?.find((other) => other.id !== channelId && alike(other.name))?.name;
}

/** The name of a channel, what it is about, who reads it and who writes. */
export function ChannelForm({ initial = fresh, verb, channelId, save }: ChannelFormProps) {
  const [details, setDetails] = useState(initial);
  const { mutate, error, isPending } = useMutation({ mutationFn: save });
  const set = (change: Partial<ChannelDetails>) => setDetails((before) => ({ ...before, ...change }));
  const namesake = useNamesake(details.name, channelId);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    mutate(details);
  };
  return (
    <Form onSubmit={submit}>
      <TextField
        label="Name"
        hint={
          namesake && `“${shownOnLine(namesake)}” is there already. Agents cannot tell two channels of one name apart.`
        }
        value={details.name}
        onChange={(event) => set({ name: event.target.value })}
        maxLength={limits.title}
        required
        mistake={mistakeOf(error, 'name')}
      />
      <TextArea
        label="Description"
        hint="What belongs here. Agents read it to find the right place."
        value={details.description}
        onChange={(event) => set({ description: event.target.value })}
        maxLength={limits.description}
        mistake={mistakeOf(error, 'description')}
      />
      <Choice
        label="Who reads it"
        options={readers}
        value={details.visibility}
        onChange={(event) => set({ visibility: event.target.value as Channel['visibility'] })}
      />
      {details.visibility === 'organization' && (
        <Choice
          label="Who writes"
          options={writers}
          value={String(details.openWriting)}
          onChange={(event) => set({ openWriting: event.target.value === 'true' })}
        />
      )}
      {channelId !== undefined && details.visibility !== initial.visibility && (
        <AccessPreview asked={{ resourceType: 'channel', resourceId: channelId, visibility: details.visibility }} />
      )}
      {error && <Failure sentence={sentenceOf(error)} />}
      <Buttons>
        <Button type="submit" look="primary" disabled={isPending}>
          {verb}
        </Button>
      </Buttons>
    </Form>
  );
}

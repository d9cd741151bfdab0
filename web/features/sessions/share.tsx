import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Session } from '../../../schemas/sessions.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { type ListedChannel, useChannels } from '../../data/queries.ts';
import { AccessPreview } from '../../shared/access-change.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Choice, Form } from '../../ui/form.tsx';
import { SharedWith } from './shared-with.tsx';
import { share } from './sharing.ts';

interface ShareProps {
  readonly session: Session;
  readonly open: boolean;
  readonly close: () => void;
}

/** Shares a conversation with a channel. It says by name who gains access before it happens. */
export default function Share({ session, open, close }: ShareProps) {
  const channels = useChannels() ?? [];
  const shared = channels.filter(({ id }) => session.channelIds.includes(id));
  const others = channels.filter(({ id, role }) => role !== 'reader' && !session.channelIds.includes(id));
  return (
    <Dialog
      title="Share this conversation"
      description="Everybody who reads the channel can then read all of it, and what you ask later. A source opens only to people who may read it."
      open={open}
      onOpenChange={(next) => !next && close()}
    >
      <SharedWith session={session} channels={shared} />
      {others.length > 0 ? (
        <ShareForm session={session} channels={others} close={close} />
      ) : (
        <p>There is no other channel that you may write to.</p>
      )}
    </Dialog>
  );
}

interface ShareFormProps {
  readonly session: Session;
  readonly channels: readonly ListedChannel[];
  readonly close: () => void;
}

const toChoose = { value: '', label: 'Choose a channel' };
const optionOf = ({ id, label }: ListedChannel) => ({ value: id, label: shownOnLine(label) });

/** Chooses one channel: that of the conversation, if it has one. The dialog closes once that channel has it. */
function ShareForm({ session, channels, close }: ShareFormProps) {
  const [chosen, choose] = useState('');
  const channel = channels.find(({ id }) => id === (chosen || session.channelId));
  const sharing = useMutation({
    mutationFn: () => share(session, channel!),
    onSuccess: (isShared) => isShared && close(),
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        sharing.mutate();
      }}
    >
      <Choice
        label={session.channelIds.length > 0 ? 'Share with another channel' : 'Share with the channel'}
        value={channel?.id ?? ''}
        options={[...(channel ? [] : [toChoose]), ...channels.map(optionOf)]}
        onChange={({ target }) => choose(target.value)}
      />
      {channel && (
        <AccessPreview
          asked={{
            resourceType: 'session',
            resourceId: session.id,
            targetType: 'channel',
            targetId: channel.id,
          }}
        />
      )}
      <Buttons>
        <Button onClick={close}>Cancel</Button>
        <Button look="primary" type="submit" disabled={!channel || sharing.isPending}>
          Share
        </Button>
      </Buttons>
    </Form>
  );
}

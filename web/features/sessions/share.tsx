import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import type { Session } from '../../../schemas/sessions.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useChannels } from '../../data/queries.ts';
import { AccessPreview } from '../../shared/access-change.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Buttons, Choice, Form } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { refresh } from './refresh.ts';
import { SharedWith } from './shared-with.tsx';

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
      description="The readers of a channel then read all of it, and what is asked later. They see the sources that they may read."
      open={open}
      onOpenChange={(next) => !next && close()}
    >
      <SharedWith session={session} channels={shared} />
      {others.length > 0 && <ShareForm session={session} channels={others} />}
    </Dialog>
  );
}

function ShareForm({ session, channels }: { session: Session; channels: readonly Channel[] }) {
  const [chosen, choose] = useState('');
  const channel = channels.find(({ id }) => id === (chosen || session.channelId)) ?? channels[0]!;
  const share = useMutation({
    mutationFn: () => workspace.sessions.link({ sessionId: session.id, channelId: channel.id }),
    onSuccess: () => {
      tell(`Shared with ${shownOnLine(channel.name)}.`);
      return refresh(session.id);
    },
    onError: (error) => tell(sentenceOf(error)),
  });
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        share.mutate();
      }}
    >
      <Choice
        label="Channel"
        value={channel.id}
        options={channels.map(({ id, name }) => ({ value: id, label: shownOnLine(name) }))}
        onChange={({ target }) => choose(target.value)}
      />
      <AccessPreview
        asked={{
          resourceType: 'session',
          resourceId: session.id,
          targetType: 'channel',
          targetId: channel.id,
        }}
      />
      <Buttons>
        <Button look="primary" type="submit" disabled={share.isPending}>
          Share
        </Button>
      </Buttons>
    </Form>
  );
}

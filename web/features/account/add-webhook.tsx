import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { mistakeOf } from '../../data/problems.ts';
import { useChannels } from '../../data/queries.ts';
import { FormDialog } from '../../shared/acts/form-dialog.tsx';
import { useAct } from '../../shared/acts/use-act.ts';
import { ShownOnce } from '../../shared/secrets.tsx';
import { Choice, TextField } from '../../ui/form.tsx';
import { webhooksKey } from './keys.ts';

/** Adds a webhook, and shows its secret once. */
export function AddWebhook({ close }: { close: () => void }) {
  const [url, setUrl] = useState('');
  const [channelId, setChannel] = useState('');
  const channels = useChannels() ?? [];
  const adding = useAct({
    act: () => workspace.webhooks.add({ url, ...(channelId && { channelId }) }),
    stale: [webhooksKey],
    isForm: true,
  });
  if (adding.data)
    return (
      <ShownOnce
        title="The webhook is added"
        description="Its deliveries are signed with this secret. Copy it now: it is shown this once."
        label="Secret"
        secret={adding.data.secret}
        close={close}
      />
    );
  return (
    <FormDialog
      title="Add a webhook"
      description="Changes that you may see are sent to your program, from now on. It learns what changed, not the content."
      verb="Add the webhook"
      of={adding}
      submit={() => adding.mutate()}
      close={close}
    >
      <TextField
        label="Address"
        type="url"
        required
        hint="On a host that the operator of the gateway allows."
        mistake={mistakeOf(adding.error, 'url')}
        value={url}
        onChange={({ target }) => setUrl(target.value)}
      />
      <Choice
        label="Changes in"
        options={[
          { value: '', label: 'all channels' },
          ...channels.map(({ id, label }) => ({ value: id, label: shownOnLine(label) })),
        ]}
        mistake={mistakeOf(adding.error, 'channelId')}
        value={channelId}
        onChange={({ target }) => setChannel(target.value)}
      />
    </FormDialog>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { type ChannelDetails, ChannelForm } from '../../shared/channel-form.tsx';
import { Button } from '../../ui/button.tsx';
import { Empty } from '../../ui/states.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { ChannelPage, type ShownChannel } from './channel-page.tsx';
import styles from './settings.module.css';

/** Rename, describe, open, close or delete a channel; for its managers. */
export default function SettingsPage() {
  return (
    <ChannelPage>
      {(channel) => (channel.role === 'manager' ? <Settings key={channel.id} channel={channel} /> : <ForManagers />)}
    </ChannelPage>
  );
}

const ForManagers = () => (
  <Empty title="Only the managers of this channel change it.">
    <p>Its members page says who they are.</p>
  </Empty>
);

function Settings({ channel }: { channel: ShownChannel }) {
  const { id: channelId, name, description, visibility, openWriting } = channel;
  const [saved, setSaved] = useState<ChannelDetails>({ name, description, visibility, openWriting });
  const save = async (details: ChannelDetails) => {
    const changed = Object.entries(details).filter(([key, value]) => value !== saved[key as keyof ChannelDetails]);
    // Another manager may have changed the rest meanwhile.
    if (changed.length > 0) await workspace.channels.update({ channelId, ...Object.fromEntries(changed) });
    setSaved(details);
    await cache.invalidateQueries({ queryKey: ['channel'] });
    tell('The channel is changed.');
  };
  return (
    <div className={styles.column}>
      <ChannelForm initial={saved} verb="Save" save={save} channelId={channelId} />
      <Removal channel={channel} />
    </div>
  );
}

function Removal({ channel: { id: channelId, name } }: { channel: ShownChannel }) {
  const navigate = useNavigate();
  const restore = async () => {
    try {
      await workspace.trash.restore({ trashedId: channelId });
      await cache.invalidateQueries();
    } catch (error) {
      tell(sentenceOf(error));
    }
  };
  const remove = async () => {
    try {
      await workspace.channels.remove({ channelId });
      await navigate({ to: '/' });
      await cache.invalidateQueries();
      tell(`${name} is in the trash.`, { label: 'Undo', run: () => void restore() });
    } catch (error) {
      tell(sentenceOf(error));
    }
  };
  return (
    <section className={styles.removal}>
      <h2>Delete this channel</h2>
      <p>
        Its records, Views, posts and the documents at home here go to the trash with it. Files stay. It can be restored
        from there for some time.
      </p>
      <Button look="danger" icon="trash" onClick={() => void remove()}>
        Move to trash
      </Button>
    </section>
  );
}

import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Member } from '../../../schemas/channels.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useMe } from '../../data/queries.ts';
import { Invite } from '../../shared/invitations/invite.tsx';
import { peopleQuery } from '../../shared/people-query.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { withoutHidden } from '../../../schemas/shown.ts';
import type { ShownChannel } from './channel-page.tsx';
import styles from './members.module.css';
import { type Role, roleOptions } from './roles.ts';

interface AddMemberProps {
  readonly channel: ShownChannel;
  readonly members: readonly Member[];
}

/** Makes somebody of the organization a member, and says what they will see. */
export function AddMember({ channel, members }: AddMemberProps) {
  const { id: channelId, name: channelName, visibility } = channel;
  const { data: people, isPending } = useQuery({ ...peopleQuery, refetchOnMount: 'always' });
  const [userId, setUserId] = useState('');
  const [role, setRole] = useState<Role>('writer');
  const others = (people ?? []).filter(({ id }) => !members.some((member) => member.userId === id));
  const chosen = others.find(({ id }) => id === userId);
  const add = async (event: SyntheticEvent) => {
    event.preventDefault();
    try {
      await workspace.members.put({ channelId, userId, role });
      tell(`${chosen!.name} is a member now.`);
      setUserId('');
    } catch (error) {
      tell(sentenceOf(error));
    }
    await cache.invalidateQueries({ queryKey: ['channel'] });
  };
  if (isPending) return <p data-soon />;
  if (people && others.length === 0)
    return (
      <div className={styles.inviting}>
        There is nobody left to add. <Inviting channel={channel} />
      </div>
    );
  return (
    <form className={styles.add} onSubmit={(event) => void add(event)}>
      <Choice
        label="Add a person"
        value={userId}
        onChange={(event) => setUserId(event.target.value)}
        options={[
          { value: '', label: 'Choose a person' },
          ...others.map(({ id, name, email }) => ({
            value: id,
            label: withoutHidden(email ? `${name} (${email})` : name),
          })),
        ]}
      />
      <Choice
        label="Role"
        value={role}
        onChange={(event) => setRole(event.target.value as Role)}
        options={roleOptions}
      />
      <Button type="submit" look="primary" disabled={!chosen}>
        Add
      </Button>
      {chosen && visibility === 'private' && (
        <p className={styles.others}>
          {chosen.name} will read everything in {channelName}, also what was written before.
        </p>
      )}
      {!chosen && (
        <div className={styles.inviting}>
          Not in the list? <Inviting channel={channel} />
        </div>
      )}
    </form>
  );
}

/** The way to people who have no account yet. Only administrators invite. */
function Inviting({ channel }: Pick<AddMemberProps, 'channel'>) {
  const [isOpen, setOpen] = useState(false);
  if (!useMe()?.scopes.includes('workspace.admin')) return 'An administrator of the organisation invites new people.';
  return (
    <>
      <Button onClick={() => setOpen(true)}>Invite somebody</Button>
      {isOpen && <Invite channel={channel} close={() => setOpen(false)} />}
    </>
  );
}

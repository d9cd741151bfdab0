import { useQuery } from '@tanstack/react-query';
import { type SyntheticEvent, useState } from 'react';
import type { Member } from '../../../schemas/channels.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useMe } from '../../data/queries.ts';
import { peopleQuery } from '../../shared/people-query.ts';
import { Button } from '../../ui/button.tsx';
import { Choice } from '../../ui/form.tsx';
import { Link } from '../../ui/link.tsx';
import { tell } from '../../ui/toast.tsx';
import { withoutHidden } from '../../../schemas/shown.ts';
import type { ShownChannel } from './channel-page.tsx';
import styles from './members.module.css';
import { type Role, roleOptions } from './roles.ts';

interface AddMemberProps {
  readonly channel: ShownChannel;
  readonly members: readonly Member[];
}

/** Makes somebody of the organization a member, and says what they will see. */
export function AddMember({
  channel: { id: channelId, slug, name: channelName, visibility },
  members,
}: AddMemberProps) {
  const { data: people, isPending } = useQuery({ ...peopleQuery, refetchOnMount: 'always' });
  const isAdmin = useMe()?.scopes.includes('workspace.admin');
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
      <p className={styles.others}>
        Everybody in the organization is a member. {isAdmin && <Inviting channel={slug} />}
      </p>
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
      {isAdmin && !chosen && (
        <p className={styles.others}>
          Not in the list? <Inviting channel={slug} />
        </p>
      )}
    </form>
  );
}

/** An invitation is to the organization, so the way leads back here. */
const Inviting = ({ channel }: { channel: string }) => (
  <>
    <Link to={`/admin/invitations?new=invitation&channel=${channel}`}>Invite somebody</Link>, then add them here.
  </>
);

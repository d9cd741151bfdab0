import { useQuery } from '@tanstack/react-query';
import type { Member } from '../../../schemas/channels.ts';
import { itemsOf } from '../../../src/sdk/index.ts';
import { cache } from '../../data/cache.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { Button } from '../../ui/button.tsx';
import { Avatar, Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import { AddMember } from './add-member.tsx';
import { ChannelPage, type ShownChannel } from './channel-page.tsx';
import styles from './members.module.css';
import { type Role, roleOptions, roleWords } from './roles.ts';

/** Who is in a channel, and what each may do there. */
export default function MembersPage() {
  return <ChannelPage>{(channel) => <Members channel={channel} />}</ChannelPage>;
}

function Members({ channel }: { channel: ShownChannel }) {
  const { id: channelId, role, visibility, openWriting } = channel;
  const query = useQuery({
    queryKey: ['channel', channelId, 'members'],
    queryFn: ({ signal }) => Array.fromAsync(itemsOf(workspace.members.list, { channelId, limit: 200 }, { signal })),
  });
  const canManage = role === 'manager';
  return (
    <div className={styles.column}>
      <p className={styles.others}>{othersSentence(visibility, openWriting)}</p>
      <Answer of={query} what="members">
        {(members) => (
          <>
            {canManage && <AddMember channel={channel} members={members} />}
            <ul className={styles.list}>
              {members.map((member) => (
                <MemberRow key={member.userId} member={member} channelId={channelId} canManage={canManage} />
              ))}
            </ul>
          </>
        )}
      </Answer>
    </div>
  );
}

const othersSentence = (visibility: string, openWriting: boolean): string => {
  if (visibility === 'private') return 'Only members read and write here.';
  return openWriting ? 'Everybody in the organisation reads and writes here.' : 'Everybody reads here; members write.';
};

interface MemberRowProps {
  readonly member: Member;
  readonly channelId: string;
  readonly canManage: boolean;
}

function MemberRow({ member: { userId, name, email, role }, channelId, canManage }: MemberRowProps) {
  const isMe = useMe()?.userId === userId;
  const change = (next: Role) => workspace.members.put({ channelId, userId, role: next });
  const remove = () =>
    act(workspace.members.remove({ channelId, userId }), `${name} is no longer a member.`, {
      label: 'Undo',
      run: () => act(change(role), `${name} is a member again.`),
    });
  return (
    <li className={styles.member}>
      <Avatar name={name} />
      <span className={styles.who}>
        <Person person={{ id: userId, name }} />
        <span className={styles.email}>
          <Shown text={email ?? ''} />
        </span>
      </span>
      {canManage ? (
        <select
          aria-label={`Role of ${name}`}
          className={styles.role}
          value={role}
          onChange={(event) => act(change(event.target.value as Role), `${name} is now ${event.target.value}.`)}
        >
          {roleOptions.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
      ) : (
        <span className={styles.email}>{roleWords[role]}</span>
      )}
      {(canManage || isMe) && <Button onClick={remove}>{isMe ? 'Leave' : 'Remove'}</Button>}
    </li>
  );
}

/** Makes a change of members, tells how it went, and reads them again. */
function act(change: Promise<unknown>, done: string, offer?: Parameters<typeof tell>[1]): void {
  change
    .then(() => tell(done, offer))
    .catch((error: unknown) => tell(sentenceOf(error)))
    .finally(() => void cache.invalidateQueries({ queryKey: ['channel'] }));
}

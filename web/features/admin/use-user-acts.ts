import { shownOnLine } from '../../../schemas/shown.ts';
import type { UserAccount } from '../../../schemas/users.ts';
import { workspace } from '../../data/client.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { tell } from '../../ui/overlays/toast.tsx';
import { usersStale } from './keys.ts';

const list = new Intl.ListFormat('en');

/** Acts on an account that need no form. */
export function useUserActs({ userId, name: named, role: before }: UserAccount) {
  const name = shownOnLine(named);
  const setRole = useAct({
    act: (role: UserAccount['role']) => workspace.users.update({ userId, role }),
    stale: usersStale,
    done: (_answer, role) =>
      tell(`${name} is ${role === 'admin' ? 'an administrator' : 'a member'} now.`, {
        label: 'Undo',
        run: () => setRole.mutate(before),
      }),
  });
  const signOut = useAct({
    act: () => workspace.users.signOut({ userId }),
    stale: [],
    done: () => tell(`${name} is signed out everywhere.`),
  });
  const remove = useAct({
    act: () => workspace.users.remove({ userId }),
    stale: usersStale,
    done: ({ handedOver }) => {
      const channels = handedOver.map(({ slug, managerName }) => `#${slug} by ${shownOnLine(managerName)}`);
      tell(`${name} is removed.${channels.length > 0 ? ` Managed from now on: ${list.format(channels)}.` : ''}`);
    },
  });
  return { setRole, signOut, remove };
}

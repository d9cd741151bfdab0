import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { base } from '../base.ts';
import { useIsAdmin } from '../data/queries.ts';
import { leave } from '../shared/acts/leave.ts';
import { lossByLeaving } from '../shared/acts/unsaved.ts';
import { Icon } from '../ui/icon.tsx';
import { later } from '../ui/later.tsx';
import { Menu } from '../ui/menu.tsx';
import styles from './account-menu.module.css';

const Confirm = later(async () => (await import('../ui/overlays/confirm.tsx')).Confirm);

interface AccountMenuProps {
  readonly name: string;
  readonly organization: string;
  readonly openShortcuts: () => void;
}

/** Who is signed in to which organization, and what concerns only them. */
export function AccountMenu({ name, organization, openShortcuts }: AccountMenuProps) {
  const navigate = useNavigate();
  const isAdmin = useIsAdmin();
  const [loss, setLoss] = useState<string>();
  const signOut = async (): Promise<void> => {
    const found = await lossByLeaving();
    if (found) setLoss(found);
    else leave();
  };
  return (
    <>
      <Menu
        trigger={
          <button type="button" className={styles.account}>
            <span className={styles.names}>
              <span className={styles.organization}>{organization}</span>
              <span className={styles.name}>{name}</span>
            </span>
            <Icon name="down" />
          </button>
        }
        items={[
          { label: 'Open your account', icon: 'person', run: () => void navigate({ to: '/account' }) },
          { label: 'Connect an agent', icon: 'link', run: () => void navigate({ to: '/connect' }) },
          ...(isAdmin
            ? [{ label: 'Administer', icon: 'settings', run: () => void navigate({ to: '/admin' }) } as const]
            : []),
          // In a tab of its own, so that nothing unsent is left.
          {
            label: 'Read the help',
            icon: 'document',
            run: () => void window.open(`${base}/help`, '_blank', 'noopener'),
          },
          { label: 'Show shortcuts', icon: 'more', run: openShortcuts },
          { label: 'Sign out', icon: 'close', run: () => void signOut() },
        ]}
      />
      {loss && (
        <Confirm
          title="Sign out?"
          sentence={loss}
          verb="Sign out"
          stay="Stay signed in"
          run={leave}
          close={() => setLoss(undefined)}
        />
      )}
    </>
  );
}

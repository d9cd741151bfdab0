import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useConnection } from '../data/connection.ts';
import { useLive } from '../data/live.ts';
import { resumeOutbox } from '../data/outbox.ts';
import { useMe } from '../data/queries.ts';
import { resumeUploads } from '../data/uploads/uploads.ts';
import { IconButton } from '../ui/button.tsx';
import { later } from '../ui/later.tsx';
import { Lost } from './lost.tsx';
import styles from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { SignedOut } from './signed-out.tsx';
import { UnderWay } from './under-way.tsx';
import { useKeys } from './use-keys.ts';
import { useRefusals } from './use-refusals.ts';

const Palette = later(async () => (await import('./palette.tsx')).default);
const Shortcuts = later(async () => (await import('./shortcuts.tsx')).default);

/** The frame around every page. */
export function Shell() {
  return useConnection() === 'signed-out' ? <SignedOut /> : <Frame />;
}

function Frame() {
  const [overlay, setOverlay] = useState<'palette' | 'shortcuts' | 'sidebar'>();
  const close = () => setOverlay(undefined);
  useLive();
  useRefusals();
  const userId = useMe()?.userId;
  const navigate = useNavigate();
  useEffect(() => {
    if (userId === undefined) return;
    void resumeOutbox(userId);
    resumeUploads(userId);
    void import('../shared/after-start.ts').then(({ afterStart }) =>
      afterStart(userId, (path) => void navigate({ to: path })),
    );
  }, [userId, navigate]);
  useKeys(setOverlay);
  const main = useFocusOnArrival(setOverlay);
  return (
    <div className={styles.frame} data-sidebar={overlay === 'sidebar' ? 'open' : undefined}>
      <a className={styles.skip} href="#main">
        Skip to the page
      </a>
      <header className={styles.bar}>
        <IconButton
          label={overlay === 'sidebar' ? 'Close the list of channels' : 'Open the list of channels'}
          icon={overlay === 'sidebar' ? 'close' : 'menu'}
          aria-expanded={overlay === 'sidebar'}
          onClick={() => setOverlay(overlay === 'sidebar' ? undefined : 'sidebar')}
        />
        <span className={styles.barTitle}>Workspace</span>
        <IconButton label="Go anywhere" icon="search" onClick={() => setOverlay('palette')} />
      </header>
      <Sidebar open={setOverlay} />
      <main id="main" className={styles.main} ref={main} tabIndex={-1}>
        <Lost />
        <UnderWay />
        <Outlet />
      </main>
      {overlay === 'palette' && <Palette close={close} />}
      {overlay === 'shortcuts' && <Shortcuts close={close} />}
    </div>
  );
}

/**
 * After a link was followed the focus is on the page, so that the next Tab goes on there. An address that takes the place
 * of another one leaves the focus alone. Somebody may write into a document that is stored for the first time.
 */
function useFocusOnArrival(open: (overlay: undefined) => void) {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const place = useRouterState({ select: ({ location }) => location.state.__TSR_index });
  const last = useRef({ path, place });
  useEffect(() => {
    const before = last.current;
    last.current = { path, place };
    if (before.path === path || before.place === place) return;
    open(undefined);
    main.current?.focus({ preventScroll: true });
  }, [path, place, open]);
  return main;
}

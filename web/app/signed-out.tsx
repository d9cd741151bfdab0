import { signIn } from '../data/session.ts';
import { Button } from '../ui/button.tsx';
import styles from './signed-out.module.css';

/** Stands in place of every page for somebody who is not signed in. */
export const SignedOut = () => (
  <main className={styles.page}>
    <h1>Sign in to this workspace</h1>
    <p>You are not signed in here, or your sign-in has ended.</p>
    <Button look="primary" onClick={() => signIn()}>
      Sign in
    </Button>
    <details className={styles.hint}>
      <summary>Without a password</summary>
      <p>
        On the machine that runs the workspace, <code>workspace open</code> prints a link that signs you in.
      </p>
    </details>
  </main>
);

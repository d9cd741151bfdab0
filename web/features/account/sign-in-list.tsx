import { useState } from 'react';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { SignIn } from '../../../schemas/me.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { scopeWords } from '../../shared/things/scope-words.ts';
import { leave } from '../../shared/acts/leave.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/toast.tsx';
import styles from './account.module.css';

const key = ['me', 'sign-ins'];

/** Browsers and applications in which the person is signed in. Each can be ended, and all together. */
export function SignInList() {
  const pages = usePages(key, async (cursor, options) => {
    const { signIns, nextCursor } = await workspace.signIns.list({ cursor }, options);
    return { items: signIns, nextCursor };
  });
  return (
    <>
      <Answer of={pages} what="your sign-ins">
        {(signIns) =>
          signIns.length === 0 ? (
            <p>No browser and no application holds a sign-in that is listed.</p>
          ) : (
            <>
              <Rows label="Sign-ins">
                {signIns.map((signIn) => (
                  <SignInRow key={signIn.id} signIn={signIn} />
                ))}
              </Rows>
              {pages.hasNextPage && <More of={pages} what="sign-ins" />}
            </>
          )
        }
      </Answer>
      <EndAll />
    </>
  );
}

const nameOf = ({ type, client }: SignIn): string =>
  type === 'browser' ? 'A browser' : shownOnLine(client?.name ?? 'An application');

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { id, type, scopes, since, expiresAt } = signIn;
  const name = nameOf(signIn);
  const { mutate: end, isPending } = useAct({
    act: () => workspace.signIns.end({ signInId: id }),
    stale: [key],
    done: () => tell(`${name} is signed out, and its tokens have ended.`),
  });
  return (
    <Row
      icon={type === 'browser' ? 'person' : 'settings'}
      title={<Shown text={name} />}
      about={
        <>
          <span>
            since <Time at={since} />
          </span>
          <span>
            ends <Time at={expiresAt} />
          </span>
          {scopes && <span>may {scopeWords(scopes)}</span>}
        </>
      }
      actions={
        <Button disabled={isPending} aria-label={`End ${name}`} onClick={() => end()}>
          End
        </Button>
      }
    />
  );
}

/** Tokens that were made by hand are not listed, and end only together. */
function EndAll() {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.end}>
      <p>
        Tokens made with <code>workspace token</code> are not listed. They end when their time is over, or with
        everything else here:
      </p>
      <Button onClick={() => setAsking(true)}>End all sign-ins and tokens</Button>
      {isAsking && (
        <Confirm
          title="End all sign-ins and tokens?"
          sentence="Every browser, application and agent that acts for you must sign in again, this page too."
          verb="End all"
          run={() => leave(true)}
          close={() => setAsking(false)}
        />
      )}
    </div>
  );
}

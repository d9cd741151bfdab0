import { useState } from 'react';
import { workspaceApp } from '../../../schemas/interfaces.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import type { SignIn } from '../../../schemas/me.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { scopeWords } from '../../shared/things/scope-words.ts';
import { leave } from '../../shared/acts/leave.ts';
import { lossByLeaving } from '../../shared/acts/unsaved.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Buttons } from '../../ui/form.tsx';
import { Confirm } from '../../ui/overlays/confirm.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import styles from './account.module.css';
import { signInsKey as key } from './keys.ts';
import { MakeToken } from './make-token.tsx';

/** Where the person is signed in, and the tokens that they made. Each can be ended, and all together. */
export function SignInList({ canMakeTokens }: { canMakeTokens: boolean }) {
  const pages = usePages(key, async (cursor, options) => {
    const { signIns, nextCursor } = await workspace.signIns.list({ cursor }, options);
    return { items: signIns, nextCursor };
  });
  return (
    <>
      <Ends canMakeTokens={canMakeTokens} />
      <Answer of={pages} what="your sign-ins">
        {(signIns) =>
          signIns.length === 0 ? (
            <p>No browser, application or token holds a sign-in that is listed.</p>
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
    </>
  );
}

const nameOf = ({ type, client, name, current }: SignIn): string => {
  if (current) return 'This browser';
  if (client?.id === workspaceApp.clientId) return 'Another browser';
  return type === 'browser' ? 'A browser' : shownOnLine(name ?? client?.name ?? 'An application');
};

const icons = { browser: 'person', application: 'settings', token: 'lock' } as const;

function SignInRow({ signIn }: { signIn: SignIn }) {
  const { id, type, scopes, since, expiresAt } = signIn;
  const name = nameOf(signIn);
  const [isAsked, setAsked] = useState(false);
  const { mutate: end, isPending } = useAct({
    act: () => workspace.signIns.end({ signInId: id }),
    stale: [key],
    done: () =>
      tell(type === 'token' ? `The token ${name} has ended.` : `${name} is signed out, and its tokens have ended.`),
  });
  return (
    <Row
      icon={icons[type]}
      title={<Shown text={name} />}
      about={
        <>
          {type === 'token' && <span>token</span>}
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
        <Button
          disabled={isPending}
          aria-label={`End ${name}`}
          onClick={() => (type === 'token' ? setAsked(true) : end())}
        >
          End
        </Button>
      }
    >
      {isAsked && (
        <Confirm
          title={`End the token ${name}?`}
          sentence="A program that uses it is refused from then on. A token that has ended does not come back."
          verb="End it"
          run={end}
          close={() => setAsked(false)}
        />
      )}
    </Row>
  );
}

/** A token that the command line made without a name is not listed, and ends only with all others. */
function Ends({ canMakeTokens }: { canMakeTokens: boolean }) {
  const [asked, setAsked] = useState<'token' | 'end'>();
  const [loss, setLoss] = useState('');
  const close = () => setAsked(undefined);
  const askToEnd = async (): Promise<void> => {
    setLoss((await lossByLeaving()) ?? '');
    setAsked('end');
  };
  return (
    <div className={styles.end}>
      <p>
        A token lets a program or an agent act for you, as in a script. One that <code>workspace token</code> made
        without <code>--name</code> is not listed. It ends when its time is over, or with everything else here.
      </p>
      <Buttons>
        {canMakeTokens && (
          <Button icon="plus" onClick={() => setAsked('token')}>
            Make a token
          </Button>
        )}
        <Button onClick={() => void askToEnd()}>End all sign-ins and tokens</Button>
      </Buttons>
      {asked === 'token' && <MakeToken close={close} />}
      {asked === 'end' && (
        <Confirm
          title="End all sign-ins and tokens?"
          sentence={`Every browser, application and agent that acts for you must sign in again, this page too. ${loss}`}
          verb="End all"
          run={() => leave(true)}
          close={close}
        />
      )}
    </div>
  );
}

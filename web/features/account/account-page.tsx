import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { personQuery } from '../../shared/person-query.ts';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './account.module.css';
import { PasswordForm } from './password-form.tsx';
import { SignInList } from './sign-in-list.tsx';
import { WebhookList } from './webhook-list.tsx';

/** The settings of the person who is signed in. */
export default function AccountPage() {
  const me = useQuery(meQuery);
  return (
    <Page title="Your account" icon="person" width="text">
      <Answer of={me} what="your account">
        {(me) => <Account me={me} />}
      </Answer>
    </Page>
  );
}

interface Me {
  readonly userId: string;
  readonly name: string;
  readonly organization: { readonly name: string };
}

/** The list is last, so that nothing moves when it comes. */
function Account({ me: { userId, name, organization } }: { me: Me }) {
  const person = useQuery(personQuery(userId));
  return (
    <Answer of={person} what="your account">
      {(person) => (
        <>
          <Section title="You" about="Your name and role are changed by an administrator of the organisation.">
            <Facts
              facts={[
                ['Name', name],
                ['Email address', person?.email],
                ['Role', person?.role === 'admin' ? 'administrator' : 'member'],
                ['Organisation', organization.name],
                ['Your ID', userId],
              ]}
            />
          </Section>
          {person?.email === undefined ? (
            <WithoutPassword isAdmin={person?.role === 'admin'} />
          ) : (
            <Section
              title="Password"
              about="A new one ends every sign-in and token, this one too. Then you sign in again."
            >
              <PasswordForm />
            </Section>
          )}
          <Section title="Where you are signed in" about="Browsers, applications and agents, and tokens that you made.">
            <SignInList canMakeTokens={person?.email !== undefined} />
          </Section>
          <Section
            title="Webhooks"
            about="Addresses of your programs that changes are sent to. They end with your sign-ins."
          >
            <WebhookList />
          </Section>
        </>
      )}
    </Answer>
  );
}

/** The owner of the folder comes in by a link, and has neither at first. */
const WithoutPassword = ({ isAdmin }: { isAdmin: boolean }) => (
  <Section
    title="Password"
    about="You have neither an address nor a password here. A token can be made once you have both."
  >
    <p>
      {isAdmin ? (
        <>
          <Link to="/admin/users">Give yourself both</Link> among the people that you administer.
        </>
      ) : (
        'Ask an administrator for both.'
      )}
    </p>
  </Section>
);

const Facts = ({ facts }: { facts: readonly (readonly [label: string, value: string | undefined])[] }) => (
  <dl className={styles.facts}>
    {facts.map(
      ([label, value]) =>
        value !== undefined && (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <Shown text={value} />
            </dd>
          </div>
        ),
    )}
  </dl>
);

import { useQuery } from '@tanstack/react-query';
import { meQuery } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { personQuery } from '../../shared/person-query.ts';
import { Page } from '../../ui/page.tsx';
import { Section } from '../../ui/section.tsx';
import { Shown } from '../../ui/shown.tsx';
import styles from './account.module.css';
import { PasswordForm } from './password-form.tsx';
import { SignInList } from './sign-in-list.tsx';

/** The settings of the person who is signed in. */
export default function AccountPage() {
  const me = useQuery(meQuery);
  return (
    <Page title="Your account" icon="person" width="text">
      <Answer of={me} what="your account">
        {({ userId, name, organization }) => (
          <>
            <Section title="You" about="Your name and role are changed by an administrator of the organization.">
              <Facts userId={userId} name={name} organization={organization.name} />
            </Section>
            <Section title="Where you are signed in" about="Browsers, and applications and agents that act for you.">
              <SignInList />
            </Section>
            <Section
              title="Password"
              about="A new one ends every sign-in and token, this one too. Then you sign in again."
            >
              <PasswordForm />
            </Section>
          </>
        )}
      </Answer>
    </Page>
  );
}

function Facts({ userId, name, organization }: { userId: string; name: string; organization: string }) {
  const { data: person } = useQuery(personQuery(userId));
  const facts = [
    ['Name', name],
    ['E-mail address', person?.email],
    ['Role', person && (person.role === 'admin' ? 'administrator' : 'member')],
    ['Organization', organization],
    ['Your ID', userId],
  ] as const;
  return (
    <dl className={styles.facts}>
      {facts.map(
        ([label, value]) =>
          value && (
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
}

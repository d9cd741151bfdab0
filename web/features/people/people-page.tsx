import { useDeferredValue } from 'react';
import type { Colleague } from '../../../schemas/people.ts';
import { workspace } from '../../data/client.ts';
import { useIsAdmin } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { SearchField } from '../../shared/lists/search-field.tsx';
import { useAddress } from '../../shared/lists/use-address.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Button } from '../../ui/button.tsx';
import { Page } from '../../ui/page.tsx';
import { Avatar } from '../../ui/person.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { useNavigate } from '@tanstack/react-router';

/** The people of the organization, by name. */
export default function PeoplePage() {
  const [{ q = '' }, change] = useAddress();
  const isAdmin = useIsAdmin();
  const navigate = useNavigate();
  const asked = useDeferredValue(q.trim()) || undefined;
  const pages = usePages(
    ['people', 'list', asked],
    async (cursor, options) => {
      const { people, nextCursor } = await workspace.people.list({ q: asked, cursor }, options);
      return { items: people, nextCursor };
    },
    { keepsPrevious: true, isReadAgain: true },
  );
  return (
    <Page
      title="People"
      icon="people"
      actions={
        isAdmin && (
          <Button
            icon="plus"
            onClick={() => void navigate({ to: '/admin/invitations', search: { new: 'invitation' } })}
          >
            Invite somebody
          </Button>
        )
      }
    >
      <SearchField label="Name or email address" q={q} search={(words) => change({ q: words })} />
      <Answer of={pages} what="people">
        {(people) =>
          people.length === 0 ? (
            <Empty title="Nobody of this organisation has such a name or address.">
              <p>People outside of it are not found. An administrator can invite them.</p>
            </Empty>
          ) : (
            <>
              <Rows label="People">
                {people.map((person) => (
                  <PersonRow key={person.id} person={person} />
                ))}
              </Rows>
              <More of={pages} what="people, by name" />
            </>
          )
        }
      </Answer>
    </Page>
  );
}

const PersonRow = ({ person: { id, name, email, role } }: { person: Colleague }) => (
  <Row
    to={`/people/${id}`}
    lead={<Avatar name={name} />}
    title={<Shown text={name} />}
    about={
      <>
        {email !== undefined && (
          <span>
            <Shown text={email} />
          </span>
        )}
        {role === 'admin' && <span>administrator</span>}
      </>
    }
  />
);

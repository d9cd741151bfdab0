import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { Colleague } from '../../../schemas/people.ts';
import { useMe } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { Changes } from '../../shared/changes/changes.tsx';
import { More } from '../../shared/lists/more.tsx';
import { personQuery } from '../../shared/person-query.ts';
import { useChanges } from '../../shared/changes/use-changes.ts';
import { Link } from '../../ui/link.tsx';
import { NotHere } from '../../ui/not-here.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';

/** One person, and what they did lately as far as the reader may see it. */
export default function PersonPage() {
  const { personId } = useParams({ strict: false }) as { personId: string };
  const person = useQuery(personQuery(personId));
  return (
    <Answer of={person} what="the person" isPage>
      {(found) => (found ? <Known person={found} /> : <NotHere />)}
    </Answer>
  );
}

function Known({ person }: { person: Colleague }) {
  const isMe = useMe()?.userId === person.id;
  const pages = useChanges({ actorId: person.id });
  return (
    <Page
      title={person.name}
      icon="person"
      about={
        <>
          {person.email !== undefined && (
            <a href={`mailto:${encodeURIComponent(person.email)}`}>
              <Shown text={person.email} />
            </a>
          )}
          <span>{person.role === 'admin' ? 'administrator' : 'member'}</span>
          {isMe && <Link to="/account">This is you: open your account</Link>}
        </>
      }
    >
      <h2>Lately</h2>
      <p>
        What {isMe ? 'you' : <Shown text={person.name} />} changed where you can see it.{' '}
        <Link to={`/activity?by=${person.id}`}>Filter it</Link>
      </p>
      <Answer of={pages} what="what changed">
        {(changes) =>
          changes.length === 0 ? (
            <Empty title="Nothing that you may see." />
          ) : (
            <>
              <Changes changes={changes} />
              <More of={pages} what="changes" from="last" />
            </>
          )
        }
      </Answer>
    </Page>
  );
}

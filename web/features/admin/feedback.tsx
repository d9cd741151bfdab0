import type { Feedback as Said } from '../../../schemas/feedback.ts';
import { workspace } from '../../data/client.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { Person } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './admin.module.css';
import { Head, PartList } from './part.tsx';

/** Feedback of people and their agents about the workspace. */
export default function Feedback() {
  const pages = usePages(['admin', 'feedback'], async (cursor, options) => {
    const { feedback, nextCursor } = await workspace.feedback.list({ cursor }, options);
    return { items: feedback, nextCursor };
  });
  return (
    <>
      <Head>People and their agents say this about answers and the workspace, the oldest first.</Head>
      <PartList
        of={pages}
        what="pieces of feedback"
        empty={
          <Empty title="Nobody has said anything yet.">
            <p>
              People use <code>workspace feedback</code>, agents the tool workspace_feedback_submit.
            </p>
          </Empty>
        }
      >
        {(said) => <SaidRow key={said.id} said={said} />}
      </PartList>
    </>
  );
}

const SaidRow = ({ said: { description, user, interfaceType, createdAt, queryId } }: { said: Said }) => (
  <Row
    icon="session"
    title={<Person person={user} via={{ interface: interfaceType }} />}
    about={
      <>
        <Time at={createdAt} />
        {queryId !== undefined && <span>about the question {queryId}</span>}
      </>
    }
  >
    <p className={styles.text}>
      <Shown text={description} />
    </p>
  </Row>
);

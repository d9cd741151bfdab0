import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { Handoff } from '../../../schemas/urls.ts';
import { WorkspaceError } from '../../../src/sdk/index.ts';
import { workspace } from '../../data/client.ts';
import { sentenceOf } from '../../data/problems.ts';
import { type Destination, isSameName, isSamePlace } from '../../data/uploads/upload.ts';
import { useUploads } from '../../data/uploads/uploads.ts';
import { Answer } from '../../shared/answer.tsx';
import { Uploading } from '../../shared/uploads/uploading.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Link } from '../../ui/link.tsx';
import { Page } from '../../ui/page.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Empty } from '../../ui/states.tsx';
import { ChannelReaders } from './channel-readers.tsx';
import { type Place, placeOf } from './place-of.ts';
import styles from './upload-page.module.css';

const title = 'Upload a file for an agent';

/** An agent asked for a file, and the person uploads it as themselves. */
export default function HandoffPage() {
  const asked: Handoff = useSearch({ strict: false });
  const { channel: channelId, session: sessionId, record: recordId, sha256 } = asked;
  const query = useQuery({
    queryKey: ['upload', channelId, sessionId, recordId, sha256],
    queryFn: async ({ signal }) => {
      const { fields } = await workspace.files.prepareUpload({ channelId, sessionId, recordId, sha256 }, { signal });
      return placeOf(fields);
    },
  });
  const { error } = query;
  if (error instanceof WorkspaceError && error.code === 'forbidden') {
    return (
      <Page title={title} icon="upload" width="text">
        <Empty title={sentenceOf(error)}>
          <p>A person who may write there can also upload the file.</p>
          <p>
            <Link to="/">Go to your channels</Link>
          </p>
        </Empty>
      </Page>
    );
  }
  return (
    <Answer of={query} what="where the file goes" isPage>
      {(place) => <HandedOff asked={asked} place={place} />}
    </Answer>
  );
}

function HandedOff({ asked: { name, sha256, agent }, place }: { asked: Handoff; place: Place }) {
  return (
    <Page title={title} icon="upload" width="text">
      <dl className={styles.facts}>
        <dt>Asked by</dt>
        <dd>
          {agent ? (
            <>
              <Shown text={agent} />, as the link says. A link can say any name, so upload only what you mean to share.
            </>
          ) : (
            'The link does not say who asks.'
          )}
        </dd>
        {(name || sha256) && (
          <>
            <dt>File</dt>
            <dd>
              {name && <Shown text={name} />}
              {sha256 && (
                <>
                  <p>
                    Only this exact file is accepted, not a changed one. Its contents are compared before it is sent.
                  </p>
                  <p className={styles.digest}>SHA-256: {sha256}</p>
                </>
              )}
            </dd>
          </>
        )}
        <dt>Goes to</dt>
        <dd>
          {place.url === undefined ? (
            place.name
          ) : (
            <Link to={place.url}>
              <Shown text={place.name} />
            </Link>
          )}
        </dd>
      </dl>
      <Readers place={place} />
      <Uploading
        to={place.to}
        name={place.name}
        channel={place.channel}
        expectedSha256={sha256}
        expectedName={sha256 === undefined ? name : undefined}
        isOne
      />
      <Done to={place.to} name={name} />
    </Page>
  );
}

function Readers({ place: { channel, owner } }: { place: Place }) {
  if (channel) return <ChannelReaders channel={channel} />;
  return (
    <p className={styles.readers}>
      <Icon name="lock" />
      <span>
        {owner === undefined ? (
          'Only you will see it.'
        ) : (
          <>
            You and <Shown text={owner} />, who owns this conversation, will see it.
          </>
        )}
      </span>
    </p>
  );
}

/** The agent looks for the file itself, so nothing remains to be done, unless the file has another name. */
function Done({ to, name }: { to: Destination; name: string | undefined }) {
  const stored = useUploads().flatMap((one) => (one.state === 'done' && isSamePlace(to, one.to) ? [one.stored!] : []));
  const isNamed = name === undefined || stored.some(({ fileName }) => isSameName(fileName, name));
  const [last] = stored.toReversed();
  return (
    <div role="status">
      {last && (
        <p className={styles.done}>
          {isNamed ? (
            'The agent can find it now. You may go back to it.'
          ) : (
            <>
              It is stored as <Shown text={last.fileName} />. Tell the agent this name: it asked for another.
            </>
          )}
        </p>
      )}
    </div>
  );
}

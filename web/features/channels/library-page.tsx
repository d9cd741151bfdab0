import { pathInChannel } from '../../../schemas/urls.ts';
import { workspace } from '../../data/client.ts';
import { usePages } from '../../shared/lists/use-pages.ts';
import { bytesText } from '../../ui/bytes.ts';
import { Picture } from '../../shared/things/picture.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Empty } from '../../ui/states.tsx';
import { ChannelPage, type ShownChannel } from './channel-page.tsx';
import { Entry, Shelf } from './shelf.tsx';
import styles from './shelf.module.css';

/** The documents, sheets, files and conversations of a channel. */
export default function LibraryPage() {
  return (
    <ChannelPage>
      {(channel) => (
        <>
          <Artifacts channel={channel} />
          <Files channel={channel} />
          <Sessions channel={channel} />
        </>
      )}
    </ChannelPage>
  );
}

type Shown = { readonly channel: ShownChannel };

function Artifacts({ channel: { id: channelId, slug, role } }: Shown) {
  const pages = usePages(['artifacts', channelId], async (cursor, options) => {
    const { artifacts, nextCursor } = await workspace.artifacts.list({ channelId, cursor }, options);
    return { items: artifacts, nextCursor };
  });
  return (
    <Shelf
      title="Documents and sheets"
      pages={pages}
      empty={
        <Empty title="No documents yet.">
          {role !== 'reader' && <p>Add something with the button at the top, or drop files anywhere on this page.</p>}
          <p>
            An agent writes one with the tool <code>workspace_artifact_create</code>; the command is{' '}
            <code>workspace artifacts create</code>.
          </p>
        </Empty>
      }
    >
      {({ id, kind, title, size, versionNumber, updatedAt, updatedBy, via }) => (
        <Entry
          key={id}
          to={pathInChannel(slug, 'artifact', id)}
          icon={kind === 'csv' ? 'sheet' : 'document'}
          title={title}
          note={`version ${versionNumber}, ${bytesText(size)}`}
          by={updatedBy}
          via={via}
          at={updatedAt}
        />
      )}
    </Shelf>
  );
}

function Files({ channel: { id: channelId, slug } }: Shown) {
  const pages = usePages(['files', channelId], async (cursor, options) => {
    const { files, nextCursor } = await workspace.files.list({ channelId, cursor }, options);
    return { items: files, nextCursor };
  });
  return (
    <Shelf title="Files" pages={pages}>
      {({ id, fileName, contentType, size, createdAt, createdBy, via }) => (
        <Entry
          key={id}
          to={pathInChannel(slug, 'file', id)}
          icon="file"
          lead={<Picture file={{ id, contentType, size }} className={styles.picture} instead={<Icon name="file" />} />}
          title={fileName}
          note={bytesText(size)}
          by={createdBy}
          via={via}
          at={createdAt}
        />
      )}
    </Shelf>
  );
}

function Sessions({ channel: { id: channelId, slug } }: Shown) {
  const pages = usePages(['sessions', channelId], async (cursor, options) => {
    const { sessions, nextCursor } = await workspace.sessions.list({ channelId, cursor }, options);
    return { items: sessions, nextCursor };
  });
  return (
    <Shelf title="Conversations" pages={pages}>
      {({ id, title, messageCount, createdAt, owner, via }) => (
        <Entry
          key={id}
          to={pathInChannel(slug, 'session', id)}
          icon="session"
          title={title}
          note={`${messageCount} ${messageCount === 1 ? 'message' : 'messages'}`}
          by={owner}
          via={via}
          at={createdAt}
        />
      )}
    </Shelf>
  );
}

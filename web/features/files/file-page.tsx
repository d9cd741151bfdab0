import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { File } from '../../../schemas/files.ts';
import { contentUrl } from '../../data/content-url.ts';
import { Answer } from '../../shared/answer.tsx';
import { AttachedTo, channelsOf } from '../../shared/attached-to.tsx';
import { bytesText } from '../../ui/bytes.ts';
import { useTalkChannel } from '../../talk/use-talk-channel.ts';
import { Comments } from '../../talk/comments.tsx';
import { Page } from '../../ui/page.tsx';
import { Person } from '../../ui/person.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { FileMenu } from './file-menu.tsx';
import styles from './file.module.css';
import { formatName } from './format-names.ts';
import { Preview } from './preview.tsx';
import { fileQuery } from '../../shared/things/file-query.ts';

/** A file: what it shows, who put it here, and where it is attached. */
export default function FilePage() {
  const { fileId } = useParams({ strict: false }) as { fileId: string };
  const file = useQuery(fileQuery(fileId));
  return (
    <Answer of={file} what="the file" isPage>
      {(file) => (
        <Page
          title={file.fileName}
          icon="file"
          about={<About file={file} />}
          actions={
            <>
              <a className={styles.download} href={contentUrl(file.id)} download={file.fileName}>
                Download
              </a>
              <FileMenu file={file} />
            </>
          }
        >
          <Preview key={file.id} file={file} />
          <AttachedTo links={file.links} isCut={file.linksCut} />
          <FileComments file={file} />
        </Page>
      )}
    </Answer>
  );
}

function FileComments({ file }: { file: File }) {
  const channel = useTalkChannel(channelsOf(file.links));
  return channel && <Comments channel={channel} type="file" id={file.id} />;
}

const About = ({ file }: { file: File }) => (
  <>
    <span>
      <Person person={file.createdBy} via={file.via} />, <Time at={file.createdAt} />
    </span>
    <span>{bytesText(file.size)}</span>
    <span>
      <Shown text={formatName(file.contentType)} />
    </span>
  </>
);

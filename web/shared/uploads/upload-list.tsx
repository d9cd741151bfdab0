import type { Channel } from '../../../schemas/channels.ts';
import { channelPath } from '../../../schemas/urls.ts';
import type { Upload } from '../../data/uploads/upload.ts';
import { Link } from '../../ui/link.tsx';
import { Rows } from '../../ui/rows.tsx';
import { UploadRow } from './upload-row.tsx';
import styles from './uploads.module.css';

interface UploadListProps {
  readonly uploads: readonly Upload[];
  readonly name: string;
  readonly channel?: Pick<Channel, 'id' | 'slug'> | undefined;
  /** Whether one file is wanted, however often somebody tries. */
  readonly isOne?: boolean | undefined;
}

/** The files that were chosen, the last one first. */
export function UploadList({ uploads, name, channel, isOne = false }: UploadListProps) {
  const stored = uploads.filter(({ state }) => state === 'done').length;
  return (
    <section className={styles.uploads} aria-label="Your uploads">
      <p className={styles.count}>
        <span role="status">{countText(stored, isOne ? 1 : uploads.length)}</span>
        {stored > 0 && channel && <Link to={`${channelPath(channel.slug)}/library`}>See the library</Link>}
      </p>
      <Rows label="Files">
        {uploads.toReversed().map((upload) => (
          <UploadRow key={upload.key} upload={upload} place={name} channel={channel} />
        ))}
      </Rows>
    </section>
  );
}

function countText(stored: number, all: number): string {
  if (all === 1) return stored > 0 ? 'The file is stored.' : 'The file is not stored yet.';
  return stored === all ? `All ${all} files are stored.` : `${stored} of ${all} files are stored.`;
}

import type { Record as WorkspaceRecord } from '../../../schemas/records.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { workspace } from '../../data/client.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { usePages } from '../../shared/lists/use-pages.ts';
import { UploadList } from '../../shared/uploads/upload-list.tsx';
import { useUploadsTo } from '../../shared/uploads/use-uploads-to.ts';
import { FileDrop } from '../../ui/overlays/file-drop.tsx';
import { Rows } from '../../ui/rows.tsx';
import { AttachMenu } from './attach-menu.tsx';
import { AttachmentRow } from './attachment-row.tsx';
import { useAttaching } from './attaching.ts';
import styles from './record-page.module.css';

interface AttachmentsProps {
  readonly record: WorkspaceRecord;
  readonly mayWrite: boolean;
}

/** The files, documents and sheets that are attached to a record, and files on their way to it. */
export function Attachments({ record, mayWrite }: AttachmentsProps) {
  const { id: recordId, channelId } = record;
  const { attach, detach } = useAttaching(recordId);
  const here = useUploadsTo({ recordId });
  const underWay = here?.uploads.filter(({ state }) => state !== 'done') ?? [];
  const pages = usePages(['record', recordId, 'attachments', channelId], async (cursor, options) => {
    const { attachments, nextCursor } = await workspace.records.attachments({ channelId, recordId, cursor }, options);
    return { items: attachments, nextCursor };
  });
  return (
    <section aria-labelledby="attachments">
      <header className={styles.valuesHead}>
        <h2 id="attachments">Attachments</h2>
        {mayWrite && (
          <AttachMenu attach={attach} attached={(pages.data ?? []).map(({ id }) => id)} upload={here?.send} />
        )}
      </header>
      {mayWrite && here && <FileDrop label={shownOnLine(record.title)} note="" take={here.send} />}
      <p className={styles.none} role="status">
        {arrivedWords((here?.uploads.length ?? 0) - underWay.length)}
      </p>
      {underWay.length > 0 && <UploadList uploads={underWay} name={shownOnLine(record.title)} />}
      <Answer of={pages} what="its attachments">
        {(all) => (
          <>
            {all.length === 0 && (
              <p className={styles.none}>
                Nothing is attached.{mayWrite && ' Drop files anywhere on this page, or paste them.'}
              </p>
            )}
            <Rows label="Attachments">
              {all.map((one) => (
                <AttachmentRow key={one.id} attachment={one} detach={mayWrite ? () => detach(one) : undefined} />
              ))}
            </Rows>
            {pages.hasNextPage && <More of={pages} what="attachments" />}
          </>
        )}
      </Answer>
    </section>
  );
}

const arrivedWords = (count: number): string | undefined =>
  count === 0 ? undefined : count === 1 ? 'The file is attached.' : `${count} files are attached.`;

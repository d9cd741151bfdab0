import type { Attachment } from '../../../schemas/records.ts';
import { shownOnLine } from '../../../schemas/shown.ts';
import { useIsAdmin, useMe } from '../../data/queries.ts';
import { bytesText } from '../../ui/bytes.ts';
import { IconButton } from '../../ui/button.tsx';
import { Person } from '../../ui/person.tsx';
import { Row } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';

interface AttachmentRowProps {
  readonly attachment: Attachment;
  /** Present where the person may write to the record. */
  readonly detach: (() => void) | undefined;
}

/** One attachment: what it is, who attached it and when. */
export function AttachmentRow({ attachment, detach }: AttachmentRowProps) {
  const { title, url, kind, size, attachedBy, attachedAt } = attachment;
  const mayDetach = useMayDetach(attachment);
  return (
    <Row
      to={url}
      icon={kind === undefined ? 'file' : kind === 'csv' ? 'sheet' : 'document'}
      title={<Shown text={title} />}
      about={
        <>
          {size !== undefined && <span>{bytesText(size)}</span>}
          <Person person={attachedBy} />
          <Time at={attachedAt} />
        </>
      }
      actions={
        detach && mayDetach && <IconButton label={`Detach ${shownOnLine(title)}`} icon="close" onClick={detach} />
      }
    />
  );
}

/** Files are attached and detached by their creator and by admins. */
function useMayDetach({ resourceType, createdBy }: Attachment): boolean {
  const me = useMe();
  const isAdmin = useIsAdmin();
  return resourceType === 'artifact' || isAdmin === true || createdBy.id === me?.userId;
}

import type { Channel } from '../../../schemas/channels.ts';
import { useMe } from '../../data/queries.ts';
import { type Destination, isSamePlace } from '../../data/uploads/upload.ts';
import { upload, useUploads } from '../../data/uploads/uploads.ts';
import { bytesText } from '../../ui/bytes.ts';
import { FileChooser } from '../../ui/overlays/file-chooser.tsx';
import { FileDrop } from '../../ui/overlays/file-drop.tsx';
import { Waiting } from '../../ui/states.tsx';
import { UploadList } from './upload-list.tsx';

interface UploadingProps {
  readonly to: Destination;
  /** The name of the place. */
  readonly name: string;
  readonly mayAdd?: boolean | undefined;
  /** The channel in which a table can become a Data Set. */
  readonly channel?: Pick<Channel, 'id' | 'slug'> | undefined;
  /** Whether one file is wanted, and no more. */
  readonly isOne?: boolean | undefined;
  readonly expectedSha256?: string | undefined;
}

/** Choosing files for one place, and how far each of them is. */
export function Uploading({ to, name, mayAdd = true, channel, isOne, expectedSha256 }: UploadingProps) {
  const me = useMe();
  const uploads = useUploads().filter((one) => one.by === me?.userId && isSamePlace(one.to, to));
  if (!me) return <Waiting what="how large a file may be" />;
  const send = (files: readonly File[]) =>
    void upload({
      by: me.userId,
      to,
      files,
      most: me.maxUploadBytes,
      expectedSha256,
    });
  return (
    <>
      {mayAdd && (
        <>
          <FileDrop label={name} note="" take={send} />
          <FileChooser
            choose={send}
            isOne={isOne}
            limit={`At most ${bytesText(me.maxUploadBytes)}${isOne ? '' : ' each'}.`}
          />
        </>
      )}
      {uploads.length > 0 && <UploadList uploads={uploads} name={name} channel={channel} />}
    </>
  );
}

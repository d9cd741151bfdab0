import { useState } from 'react';
import type { Channel } from '../../../schemas/channels.ts';
import { type Destination, isSameName } from '../../data/uploads/upload.ts';
import { bytesText } from '../../ui/bytes.ts';
import { FileChooser } from '../../ui/overlays/file-chooser.tsx';
import { FileDrop } from '../../ui/overlays/file-drop.tsx';
import { Waiting } from '../../ui/states.tsx';
import { NameQuestion } from './name-question.tsx';
import { UploadList } from './upload-list.tsx';
import styles from './uploads.module.css';
import { useHeldFocus } from './use-held-focus.ts';
import { useUploadsTo } from './use-uploads-to.ts';

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
  /** The name that the agent asked for. Another one is sent only after the person says so. */
  readonly expectedName?: string | undefined;
}

/** Choosing files for one place, and how far each of them is. */
export function Uploading(props: UploadingProps) {
  const { to, name, mayAdd = true, channel, isOne, expectedSha256, expectedName } = props;
  const here = useUploadsTo(to, expectedSha256);
  const [held, hold] = useState<readonly File[]>();
  const focus = useHeldFocus();
  if (!here) return <Waiting what="how large a file may be" />;
  const { uploads, send, most } = here;
  const take = (files: readonly File[]) => {
    const isNamed = expectedName === undefined || files.every((file) => isSameName(file.name, expectedName));
    hold(isNamed ? undefined : files);
    if (isNamed) send(files);
  };
  return (
    <div className={styles.area} {...focus}>
      {mayAdd && (
        <>
          <FileDrop label={name} note="" take={take} />
          <FileChooser choose={take} isOne={isOne} limit={`At most ${bytesText(most)}${isOne ? '' : ' each'}.`} />
        </>
      )}
      {held && expectedName !== undefined && (
        <NameQuestion
          asked={expectedName}
          files={held}
          answer={(isSent) => {
            hold(undefined);
            if (isSent) send(held);
          }}
        />
      )}
      {uploads.length > 0 && <UploadList uploads={uploads} name={name} channel={channel} isOne={isOne} />}
    </div>
  );
}

import { useMe } from '../../data/queries.ts';
import { type Destination, isSamePlace, type Upload } from '../../data/uploads/upload.ts';
import { upload, useUploads } from '../../data/uploads/uploads.ts';

interface UploadsTo {
  /** The person's uploads to the place, in the order in which they were chosen. */
  readonly uploads: readonly Upload[];
  readonly send: (files: readonly File[]) => void;
  /** The largest file that the workspace takes, in bytes. */
  readonly most: number;
}

/** The uploads of this tab to one place; undefined until it is known who is signed in. */
export function useUploadsTo(to: Destination, expectedSha256?: string): UploadsTo | undefined {
  const me = useMe();
  const all = useUploads();
  if (!me) return undefined;
  const { userId: by, maxUploadBytes: most } = me;
  return {
    uploads: all.filter((one) => one.by === by && isSamePlace(one.to, to)),
    send: (files) => void upload({ by, to, files, most, expectedSha256 }),
    most,
  };
}

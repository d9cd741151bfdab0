import { isUnderWay, type Upload } from './upload.ts';

/** Each tab has its own, because only the tab that chose a file can send it. */
const storage = 'workspace.uploads';

const waits = ({ state }: Upload): boolean => state === 'interrupted' || state === 'old';

/** Keeps what is needed to go on after a reload, once the person chooses the same files again. */
export function keepUploads(uploads: readonly Upload[]): void {
  const unfinished = uploads.filter((upload) => upload.sha256 !== undefined && (isUnderWay(upload) || waits(upload)));
  sessionStorage.setItem(storage, JSON.stringify(unfinished));
}

/** The uploads of a person that an earlier page of this tab left. */
export function keptUploads(by: string): Upload[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(storage) ?? '[]') as Upload[];
    return kept.filter((upload) => upload.by === by).map((upload) => ({ ...upload, sent: 0, state: 'interrupted' }));
  } catch {
    return [];
  }
}

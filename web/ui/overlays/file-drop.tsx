import { useEffect, useEffectEvent, useState } from 'react';
import styles from './file-drop.module.css';
import { Shown } from '../shown.tsx';

interface FileDropProps {
  /** Where the files go. */
  readonly label: string;
  /** Who will see them there. */
  readonly note: string;
  readonly take: (files: readonly File[]) => void;
}

/** Takes files that are dropped anywhere on the page, or pasted, and says where they go while they hover. */
export function FileDrop({ label, note, take }: FileDropProps) {
  const [isOver, setOver] = useState(false);
  const taken = useEffectEvent(take);
  useEffect(() => {
    const done = new AbortController();
    const { signal } = done;
    const drag = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = 'copy';
      setOver(true);
    };
    addEventListener('dragenter', drag, { signal });
    addEventListener('dragover', drag, { signal });
    addEventListener('dragleave', ({ relatedTarget }) => relatedTarget === null && setOver(false), { signal });
    addEventListener(
      'drop',
      (event) => {
        setOver(false);
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return;
        event.preventDefault();
        taken(files);
      },
      { signal },
    );
    addEventListener(
      'paste',
      (event) => {
        const files = filesPasted(event);
        if (files.length === 0) return;
        event.preventDefault();
        taken(files);
      },
      { signal },
    );
    return () => done.abort();
  }, []);
  if (!isOver) return null;
  return (
    <div className={styles.over}>
      <p className={styles.label}>
        Drop to upload to <Shown text={label} />
      </p>
      {note && <p>{note}</p>}
    </div>
  );
}

/** Pasted files. Text that comes with a picture of itself stays text where one writes. */
function filesPasted({ clipboardData, target }: ClipboardEvent): File[] {
  const isText = clipboardData?.types.includes('text/plain') && target instanceof HTMLElement && isWritten(target);
  return isText ? [] : [...(clipboardData?.files ?? [])].map(named);
}

const isWritten = (target: HTMLElement): boolean =>
  target.isContentEditable || target.tagName === 'INPUT' || target.tagName === 'TEXTAREA';

/** Browsers call every pasted picture the same. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  const now = new Date().toISOString().slice(0, 19).replace('T', ' ').replaceAll(':', '.');
  return new File([file], `Pasted image ${now}.png`, { type: file.type });
}

import { useRef } from 'react';
import { Button } from '../button.tsx';
import styles from './file-chooser.module.css';

interface FileChooserProps {
  readonly choose: (files: readonly File[]) => void;
  readonly accept?: string | undefined;
  readonly isOne?: boolean | undefined;
  /** The size of the largest file, in words. */
  readonly limit: string;
}

/** Where files are chosen, dropped or pasted. */
export function FileChooser({ choose, accept, isOne = false, limit }: FileChooserProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <div className={styles.chooser}>
      <Button look="primary" icon="upload" data-create onClick={() => input.current?.click()}>
        {isOne ? 'Choose the file' : 'Choose files'}
      </Button>
      <p>
        or drop {isOne ? 'it' : 'them'} anywhere on this page, or paste {isOne ? 'it' : 'them'}. {limit}
      </p>
      <input
        ref={input}
        type="file"
        hidden
        multiple={!isOne}
        accept={accept}
        aria-label={isOne ? 'The file' : 'Files'}
        onChange={({ target }) => {
          choose([...(target.files ?? [])]);
          // The same file may be chosen again.
          target.value = '';
        }}
      />
    </div>
  );
}

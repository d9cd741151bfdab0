import { Shown } from '../../ui/shown.tsx';
import { Button } from '../../ui/button.tsx';
import { copied } from '../../shared/copy-link.ts';
import styles from './connect.module.css';

interface BlockProps {
  readonly text: string;
  /** Its name, as in "Copy the address". */
  readonly thing: string;
}

/** A text to copy. */
export const Block = ({ text, thing }: BlockProps) => (
  <div className={styles.block}>
    <pre tabIndex={0}>
      <code>
        <Shown text={text} />
      </code>
    </pre>
    <Button icon="link" onClick={() => void copied(text, `The ${thing} is copied.`)}>
      Copy the {thing}
    </Button>
  </div>
);

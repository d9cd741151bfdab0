import { Button } from '../../ui/button.tsx';
import { lacksHeading, looksLikeHeading } from '../model/heading.ts';
import type { Sheet } from '../model/sheet.ts';
import styles from './editor.module.css';

/** Offers to make the first row the header, where it names the columns. */
export function HeadingBar({ sheet, take }: { readonly sheet: Sheet; readonly take: () => void }) {
  if (!lacksHeading(sheet) || !looksLikeHeading(sheet)) return null;
  return (
    <p className={styles.look} role="status">
      <span>Row 1 seems to name the columns.</span>
      <Button look="quiet" onClick={take}>
        Row 1 is the heading
      </Button>
    </p>
  );
}

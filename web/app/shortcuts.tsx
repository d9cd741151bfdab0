import { Dialog } from '../ui/dialog.tsx';
import { keysOfViews } from './keys-of-views.ts';
import { shortcuts } from './keys.ts';
import { letterKeys, useLetterKeys } from './letter-keys.ts';
import styles from './shortcuts.module.css';

/** The table of shortcuts, and a switch of shortcuts that are one key. */
export default function Shortcuts({ close }: { close: () => void }) {
  const areOn = useLetterKeys();
  return (
    <Dialog title="Shortcuts" open onOpenChange={close}>
      <label className={styles.switch}>
        <input type="checkbox" checked={areOn} onChange={({ target }) => letterKeys.set(target.checked)} />
        Shortcuts without Ctrl, in this browser
      </label>
      <Keys rows={shortcuts.map(({ keys, ...row }) => ({ ...row, isOff: !areOn && !keys.startsWith('$mod') }))} />
      {[...Map.groupBy(keysOfViews, ({ where }) => where)].map(([where, rows]) => (
        <Keys key={where} caption={where} rows={rows} />
      ))}
    </Dialog>
  );
}

interface KeysProps {
  readonly caption?: string;
  readonly rows: readonly { readonly shown: string; readonly label: string; readonly isOff?: boolean }[];
}

const Keys = ({ caption, rows }: KeysProps) => (
  <table className={styles.table}>
    {caption && <caption>{caption}</caption>}
    <tbody>
      {rows.map(({ shown, label, isOff }) => (
        <tr key={label} data-off={isOff ? '' : undefined}>
          <td>{label}</td>
          <td>
            <kbd>{shown}</kbd>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

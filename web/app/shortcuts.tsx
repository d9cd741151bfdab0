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
      <table className={styles.table}>
        <tbody>
          {shortcuts.map(({ keys, shown, label }) => (
            <tr key={keys} data-off={areOn || keys.startsWith('$mod') ? undefined : ''}>
              <td>{label}</td>
              <td>
                <kbd>{shown}</kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {[...Map.groupBy(keysOfViews, ({ where }) => where)].map(([where, keys]) => (
        <table key={where} className={styles.table}>
          <caption>{where}</caption>
          <tbody>
            {keys.map(({ shown, label }) => (
              <tr key={shown}>
                <td>{label}</td>
                <td>
                  <kbd>{shown}</kbd>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      ))}
    </Dialog>
  );
}

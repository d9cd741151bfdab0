import { Dialog } from '../ui/dialog.tsx';
import { shortcuts } from './keys.ts';
import styles from './shortcuts.module.css';

/** The table of shortcuts. */
export default function Shortcuts({ close }: { close: () => void }) {
  return (
    <Dialog title="Shortcuts" open onOpenChange={close}>
      <table className={styles.table}>
        <tbody>
          {shortcuts.map(({ keys, shown, label }) => (
            <tr key={keys}>
              <td>{label}</td>
              <td>
                <kbd>{shown}</kbd>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  );
}

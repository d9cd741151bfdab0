import { Menu as Base } from '@base-ui/react/menu';
import type { ReactElement } from 'react';
import { Icon, type IconName } from './icon.tsx';
import styles from './menu.module.css';

export interface MenuItem {
  /** A verb. */
  readonly label: string;
  readonly icon?: IconName | undefined;
  readonly isDanger?: boolean | undefined;
  readonly run: () => void;
}

/** A menu of actions below its trigger. */
export const Menu = ({ trigger, items }: { trigger: ReactElement; items: readonly MenuItem[] }) => (
  <Base.Root modal={false}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner className={styles.positioner} sideOffset={4} align="end">
        <Base.Popup className={styles.popup}>
          {items.map(({ label, icon, isDanger, run }) => (
            <Base.Item key={label} className={isDanger ? `${styles.item} ${styles.danger}` : styles.item} onClick={run}>
              {icon && <Icon name={icon} />}
              {label}
            </Base.Item>
          ))}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

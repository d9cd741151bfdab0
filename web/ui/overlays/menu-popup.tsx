import { Menu } from '@base-ui/react/menu';
import { Icon } from '../icon.tsx';
import type { MenuProps } from '../menu.tsx';
import styles from './menu-popup.module.css';

/** A menu that is open from the start, and later opens and closes by its trigger. */
export default function MenuPopup({ trigger, items, align = 'end' }: MenuProps) {
  return (
    <Menu.Root modal={false} defaultOpen>
      <Menu.Trigger render={trigger} />
      <Menu.Portal>
        <Menu.Positioner className={styles.positioner} sideOffset={4} align={align}>
          <Menu.Popup className={styles.popup}>
            {items.map(({ label, icon, isDanger, run }) => (
              <Menu.Item
                key={label}
                className={isDanger ? `${styles.item} ${styles.danger}` : styles.item}
                onClick={run}
              >
                {icon && <Icon name={icon} />}
                {label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}

import type { ComponentProps } from 'react';
import styles from './button.module.css';
import { Icon, type IconName } from './icon.tsx';
import { Link } from './link.tsx';

interface ButtonProps extends ComponentProps<'button'> {
  /** `primary`: the one next step. `quiet`: without a border. `danger`: cannot be undone. */
  readonly look?: 'primary' | 'plain' | 'quiet' | 'danger' | undefined;
  readonly icon?: IconName | undefined;
}

/**
 * A disabled button keeps the focus, so that a person at the keyboard stays where they are. One that submits a form is
 * disabled for the keys of its fields too.
 */
const able = (given: ComponentProps<'button'>): ComponentProps<'button'> =>
  given.disabled ? { ...given, disabled: given.type === 'submit', 'aria-disabled': true, onClick: undefined } : given;

/** A button with a verb. */
export function Button({ look = 'plain', icon, children, className = '', ...others }: ButtonProps) {
  return (
    <button type="button" className={`${styles.button} ${styles[look]} ${className}`} {...able(others)}>
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
}

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  readonly look?: 'primary' | 'plain' | undefined;
  readonly icon?: IconName | undefined;
}

/** A link that looks like a button: it leads to where one does what its verb says. */
export const ButtonLink = ({ look = 'plain', icon, children, ...others }: ButtonLinkProps) => (
  <Link className={`${styles.button} ${styles[look]}`} {...others}>
    {icon && <Icon name={icon} />}
    {children}
  </Link>
);

interface IconButtonProps extends ComponentProps<'button'> {
  /** The verb that its icon stands for. */
  readonly label: string;
  readonly icon: IconName;
}

/** A button whose verb is told by its icon, a tooltip and to screen readers. */
export function IconButton({ label, icon, className = '', ...others }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={`${styles.iconButton} ${className}`}
      {...able(others)}
    >
      <Icon name={icon} />
    </button>
  );
}

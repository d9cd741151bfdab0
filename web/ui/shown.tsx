import { Fragment } from 'react';
import { shown } from '../../schemas/shown.ts';
import styles from './shown.module.css';

const escape = /(\\u\{[0-9a-f]{1,6}\})/;

/** Text that a person wrote, with hidden characters as badges. */
export function Shown({ text }: { text: string }) {
  const visible = shown(text);
  if (visible === text) return text;
  return visible.split(escape).map((part, index) =>
    index % 2 === 0 ? (
      <Fragment key={index}>{part}</Fragment>
    ) : (
      <span key={index} className={styles.hidden} title="A hidden character">
        {part.slice(3, -1)}
      </span>
    ),
  );
}

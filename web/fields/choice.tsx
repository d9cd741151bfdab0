import { Shown } from '../ui/shown.tsx';
import styles from './value.module.css';
import { choiceLabel, colorOf, type Shape } from './shape.ts';

/** A choice: its label, and a dot in its colour. */
export function Choice({ value, shape }: { value: unknown; shape: Shape }) {
  return (
    <span className={styles.choice}>
      <Dot color={colorOf(shape, value)} />
      <Shown text={choiceLabel(shape, value)} />
    </span>
  );
}

/** Lightness, chroma and hue of the colours that have a name. */
const tones: Readonly<Record<string, string>> = {
  red: '.62 .2 27',
  orange: '.7 .17 55',
  yellow: '.8 .16 90',
  green: '.63 .16 150',
  teal: '.65 .11 195',
  blue: '.6 .16 255',
  purple: '.58 .19 300',
  violet: '.58 .19 300',
  pink: '.66 .2 350',
  brown: '.52 .09 60',
};

/** A dot in a colour: `#rrggbb`, a name, or a tone. Another name leaves it grey. */
export const Dot = ({ color = '' }: { color: string | undefined }) => (
  <span
    className={styles.dot}
    style={{ background: color.startsWith('#') ? color : `oklch(${tones[color] ?? color})` }}
    aria-hidden="true"
  />
);

import { IconButton } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import type { Shift } from './shifting.ts';

interface DayMenuProps {
  readonly title: string;
  readonly move: (shift: Shift) => void;
  readonly canStretch: boolean;
  /** Whether it has hours. */
  readonly isTimed?: boolean | undefined;
}

const byMinutes = (minutes: number): Shift => ({ start: minutes, end: minutes, unit: 'minutes' });
const byDays = (days: number): Shift => ({ start: days, end: days });

/** A menu that does the same as dragging. */
export const DayMenu = ({ title, move, canStretch, isTimed }: DayMenuProps) => (
  <Menu
    trigger={<IconButton label={`Move ${title}`} icon="more" />}
    items={[
      ...(isTimed
        ? [
            { label: 'An hour later', run: () => move(byMinutes(60)) },
            { label: 'An hour earlier', run: () => move(byMinutes(-60)) },
          ]
        : []),
      { label: 'A day later', run: () => move(byDays(1)) },
      { label: 'A day earlier', run: () => move(byDays(-1)) },
      { label: 'A week later', run: () => move(byDays(7)) },
      { label: 'A week earlier', run: () => move(byDays(-7)) },
      ...(canStretch
        ? [
            { label: 'End a day later', run: () => move({ start: 0, end: 1 }) },
            { label: 'End a day earlier', run: () => move({ start: 0, end: -1 }) },
          ]
        : []),
    ]}
  />
);

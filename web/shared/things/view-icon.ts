import type { IconName } from '../../ui/icon.tsx';

const icons: Readonly<Record<string, IconName>> = {
  table: 'table',
  board: 'record',
  calendar: 'calendar',
  timeline: 'menu',
  pivot_table: 'sheet',
};

/** The icon of a View, by how it shows records. */
export const viewIcon = (renderer: string): IconName => icons[renderer] ?? 'view';

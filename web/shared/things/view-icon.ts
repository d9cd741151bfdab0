import type { Renderer } from '../../../schemas/views.ts';
import type { IconName } from '../../ui/icon.tsx';

const icons: Readonly<Record<Renderer, IconName>> = {
  table: 'table',
  board: 'record',
  calendar: 'calendar',
  timeline: 'menu',
  dashboard: 'view',
  pivot_table: 'sheet',
};

/** The icon of a View, by how it shows records. A workspace that is newer than this page may have other ways. */
export const viewIcon = (renderer: string): IconName => (renderer in icons ? icons[renderer as Renderer] : 'view');

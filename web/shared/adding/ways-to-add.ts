import { channelPath } from '../../../schemas/urls.ts';
import type { IconName } from '../../ui/icon.tsx';

interface WayToAdd {
  readonly label: string;
  readonly icon: IconName;
  readonly path: string;
}

/** Everything that a person can add to a channel, and the page that does it. */
export const waysToAdd = (slug: string): readonly WayToAdd[] => {
  const channel = channelPath(slug);
  return [
    { label: 'Document', icon: 'document', path: `${channel}/new-document` },
    { label: 'Sheet', icon: 'sheet', path: `${channel}/new-sheet` },
    { label: 'Upload files', icon: 'upload', path: `${channel}/upload` },
    { label: 'Add existing', icon: 'link', path: `${channel}/add` },
    { label: 'Start session', icon: 'session', path: `${channel}/new-session` },
    { label: 'Data Set', icon: 'table', path: `${channel}/new-data-set` },
    { label: 'Import a table', icon: 'table', path: `${channel}/import` },
  ];
};

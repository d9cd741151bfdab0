import { useLocation, useSearch } from '@tanstack/react-router';
import type { Channel } from '../../schemas/channels.ts';
import { channelPath, type Handoff, handoffPath } from '../../schemas/urls.ts';
import { isUnderWay } from '../data/uploads/upload.ts';
import { useUploads } from '../data/uploads/uploads.ts';
import { useChannels } from '../data/queries.ts';
import { Link } from '../ui/link.tsx';
import styles from './under-way.module.css';

/** Tells on other pages that files are still being uploaded, and leads to them. */
export function UnderWay() {
  const uploads = useUploads().filter(isUnderWay);
  const channel = useChannels()?.find(({ id }) => id === uploads[0]?.to.channelId);
  const path = channel && `${channelPath(channel.slug)}/upload`;
  const { pathname } = useLocation();
  const asked: Handoff = useSearch({ strict: false });
  if (path === undefined || pathname === path || isHandoffTo(channel!, pathname, asked)) return null;
  const size = uploads.reduce((sum, one) => sum + one.size, 0);
  const sent = uploads.reduce((sum, one) => sum + one.sent, 0);
  return (
    <p className={styles.underWay}>
      Uploading files, {Math.floor((sent / Math.max(size, 1)) * 100)} % sent. <Link to={path}>Show</Link>
    </p>
  );
}

/** The page of an agent's request shows uploads to its channel itself. */
const isHandoffTo = ({ id, slug }: Channel, pathname: string, { channel }: Handoff): boolean =>
  pathname === handoffPath({}) && (channel === id || channel === slug);

import { useLocation } from '@tanstack/react-router';
import { channelPath } from '../../schemas/urls.ts';
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
  if (path === undefined || pathname === path) return null;
  const size = uploads.reduce((sum, one) => sum + one.size, 0);
  const sent = uploads.reduce((sum, one) => sum + one.sent, 0);
  return (
    <p className={styles.underWay}>
      Uploading files, {Math.floor((sent / Math.max(size, 1)) * 100)} % sent. <Link to={path}>Show</Link>
    </p>
  );
}

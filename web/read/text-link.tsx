import type { ReactNode } from 'react';
import { Link } from '../ui/link.tsx';
import { anchorAt } from './anchors.ts';

/** Addresses that a link of a text may have. Any other stays text. */
const isWeb = (url: URL) => url.protocol === 'https:' || url.protocol === 'http:' || url.protocol === 'mailto:';

/** A link that somebody wrote: within the app, or to elsewhere without telling where it was followed. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  if (to.startsWith('#')) return <a href={`#${anchorAt(to.slice(1))}`}>{children}</a>;
  const url = URL.canParse(to, location.origin) ? new URL(to, location.origin) : undefined;
  if (!url || !isWeb(url)) return <span>{children}</span>;
  if (url.origin === location.origin) return <Link to={url.href}>{children}</Link>;
  return (
    <a href={url.href} rel="noopener noreferrer nofollow" target="_blank" title={url.href}>
      {children}
    </a>
  );
}

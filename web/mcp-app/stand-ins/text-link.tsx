import type { ReactNode } from 'react';
import { Link } from '../../ui/link.tsx';

/** A link that somebody wrote, to a page of the workspace or to elsewhere. The host asks before it goes there. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  const isElsewhere = URL.canParse(to) && /^(https?|mailto):$/.test(new URL(to).protocol);
  if (!isElsewhere && !/^\/(?!\/)/.test(to)) return <span>{children}</span>;
  return <Link to={to}>{children}</Link>;
}

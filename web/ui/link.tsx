import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';
import { base } from '../base.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app, or the whole address that the workspace answers, if it does. */
  readonly to: string | undefined;
  /** Marks a link of the present page only if the whole path is the same. */
  readonly isExact?: boolean | undefined;
  /** The same for what follows the path: filters, versions, tabs. */
  readonly withSearch?: boolean | undefined;
}

/** The path within the app of an address that the workspace answers. A path stands as it is. */
export function pathOf(url = '/'): string {
  if (url.startsWith('/')) return url;
  const { pathname, search, hash } = new URL(url);
  return pathname.slice(pathname.startsWith(`${base}/`) ? base.length : 0) + search + hash;
}

/** A link to a page of the app. It loads the page's code when the pointer is near. */
export const Link = ({ to, isExact = false, withSearch = false, ...others }: LinkProps) => {
  if (to === undefined) return <span className={others.className}>{others.children}</span>;
  const { pathname, search, hash } = new URL(pathOf(to), location.origin);
  return (
    <RouterLink
      to={pathname}
      search={Object.fromEntries(new URLSearchParams(search))}
      hash={hash.slice(1)}
      activeOptions={{ exact: isExact, includeSearch: withSearch }}
      {...others}
    />
  );
};

import { Link as RouterLink } from '@tanstack/react-router';
import type { ComponentProps } from 'react';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  /** A path of the app, or the whole address that the workspace answers. */
  readonly to: string;
  /** Marks a link of the present page only if the whole path is the same. */
  readonly isExact?: boolean | undefined;
}

/** The path of an address within the app. */
export const pathOf = (url: string): string => {
  const { pathname, search, hash } = new URL(url, location.origin);
  return pathname + search + hash;
};

/** A link to a page of the app. It loads the page's code when the pointer is near. */
export const Link = ({ to, isExact = false, ...others }: LinkProps) => {
  const { pathname, search, hash } = new URL(to, location.origin);
  return (
    <RouterLink
      to={pathname}
      search={Object.fromEntries(new URLSearchParams(search))}
      hash={hash.slice(1)}
      activeOptions={{ exact: isExact }}
      {...others}
    />
  );
};

import type { ComponentProps } from 'react';
import { addressOf } from '../places.ts';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  readonly to: string | undefined;
  readonly isExact?: boolean | undefined;
  readonly withSearch?: boolean | undefined;
}

/** A link to a page of the workspace, which the host opens. It is text where nobody knows where the workspace is. */
export function Link({ to, isExact: _exact, withSearch: _search, children, ...others }: LinkProps) {
  const href = to && addressOf(to);
  if (href === undefined) return <span className={others.className}>{children}</span>;
  return (
    <a {...others} href={href}>
      {children}
    </a>
  );
}

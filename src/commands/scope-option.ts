import { type Scope, scopes, usualScopes } from '../../schemas/operation.ts';
import { ConfigError } from '../config.ts';

/** The scopes that `--scope` names, or the usual ones when it is absent. */
export function scopesOf(list = usualScopes.join(' '), allowed: readonly Scope[] = scopes): Scope[] {
  const names = list.split(/\s+/).filter(Boolean);
  const unknown = names.filter((name) => !allowed.includes(name as Scope));
  if (unknown.length > 0 || names.length === 0) {
    throw new ConfigError(
      `--scope takes ${allowed.join(', ')}, separated by blanks${unknown.length > 0 ? `; not ${unknown.join(', ')}` : ''}`,
    );
  }
  return names as Scope[];
}

import { beforeAll } from 'vitest';
import { type Scope, scopes, usualScopes } from '../../../schemas/operation.ts';
import { accessToken } from '../../support/product.ts';
import { type Account, accountAt, gatewayWith } from '../../support/rest.ts';

/** People whose token has every scope they may have. Their role alone decides. */
const people = ['outsider', 'reader', 'writer', 'manager', 'owner', 'admin', 'admin inside', 'elsewhere'] as const;
type PersonName = (typeof people)[number];

/**
 * The columns of the table. `reader`, `writer`, `manager` and `admin inside` are members of the channel; `admin inside`
 * is an admin and a reader there. `owner` is a writer there and made the things of a row. `outsider` and `admin` are
 * users of the organisation, but not members. `elsewhere` is the admin of another organisation. `wrong scope` is the
 * owner, with all other scopes of a member.
 */
export const callers = ['no token', 'wrong scope', ...people] as const;
export type CallerName = (typeof callers)[number];

export interface Callers {
  readonly dataFolder: string;
  readonly url: string;
  as(person: PersonName): Account;
  /**
   * The account of a caller. A wrong token lacks `scope`, which the operation asks for. Only admins have the scope of
   * admins.
   */
  calling(caller: CallerName, scope: Scope): Account;
  idOf(person: PersonName): string;
  /** Someone of the organisation who asks for nothing. */
  readonly colleagueId: string;
}

const addressOf = (person: PersonName) => `${person.replace(' ', '-')}@workspace.test`;

/** A gateway with one user for each column. */
export function callersOfGateway(): Callers {
  const others = people.filter((person) => person !== 'admin');
  const colleague = 'colleague@workspace.test';
  const gateway = gatewayWith(
    () => ['--webhook-hosts', '*'],
    { email: colleague },
    ...others.map((person) => ({
      email: addressOf(person),
      ...(person === 'admin inside' && { role: 'admin' as const }),
      ...(person === 'elsewhere' && { role: 'admin' as const, organization: 'Elsewhere' }),
    })),
  );
  const lacking = new Map<Scope, Account>();
  const administering = new Map<CallerName, Account>();
  const scoped = async (list: readonly Scope[], ...user: string[]) =>
    accountAt(gateway.url, await accessToken(gateway.dataFolder, ...user, '--scope', list.join(' ')));
  beforeAll(async () => {
    for (const scope of scopes) {
      const left = usualScopes.filter((other) => other !== scope);
      lacking.set(scope, await scoped(left, '--user', addressOf('owner')));
    }
    administering.set('admin', await scoped(scopes));
    for (const person of ['admin inside', 'elsewhere'] as const)
      administering.set(person, await scoped(scopes, '--user', addressOf(person)));
  });
  const as = (person: PersonName) => (person === 'admin' ? gateway.admin : gateway.as(addressOf(person)));
  return {
    get dataFolder() {
      return gateway.dataFolder;
    },
    get url() {
      return gateway.url;
    },
    as,
    idOf: (person) => gateway.idOf(addressOf(person)),
    get colleagueId() {
      return gateway.idOf(colleague);
    },
    calling(caller, scope) {
      if (caller === 'no token') return accountAt(gateway.url);
      if (caller === 'wrong scope') return lacking.get(scope)!;
      return (scope === 'workspace.admin' && administering.get(caller)) || as(caller);
    },
  };
}

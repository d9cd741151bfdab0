import { beforeAll } from 'vitest';
import { type Scope, scopes, usualScopes } from '../../../schemas/operation.ts';
import { accessToken } from '../../support/product.ts';
import { type Account, accountAt, gatewayWith } from '../../support/rest.ts';

/** Those with a token that may do all that they may have; what they may do is a matter of who they are. */
const people = ['outsider', 'reader', 'writer', 'manager', 'owner', 'admin', 'admin inside', 'elsewhere'] as const;
type PersonName = (typeof people)[number];

/**
 * The columns of the table. `reader`, `writer`, `manager` and `admin inside`, who is an admin and a reader there, are
 * members of the channel, `owner` is a writer of it and made whatever a row is about, `outsider` and `admin` are users of
 * the organisation who are no members, and `elsewhere` is the admin of another organisation. Who has the `wrong scope`
 * is the owner, with all other scopes of a member.
 */
export const callers = ['no token', 'wrong scope', ...people] as const;
export type CallerName = (typeof callers)[number];

export interface Callers {
  readonly dataFolder: string;
  readonly url: string;
  as(person: PersonName): Account;
  /** Whoever asks; the scope is the one that is asked for, and that a wrong token lacks. Only admins have that of admins. */
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

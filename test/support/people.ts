import { beforeAll } from 'vitest';
import { type Account, gatewayWith } from './rest.ts';

/** `admin` is the organisation's; Lea is the admin of another organisation. */
export const everyone = ['admin', 'mia', 'will', 'rita', 'ned', 'lea'] as const;
export type Name = (typeof everyone)[number];

const addressOf = (name: Name) => `${name}@workspace.test`;

export interface People {
  readonly dataFolder: string;
  readonly url: string;
  as(name: Name): Account;
  idOf(name: Name): string;
}

/**
 * A gateway with people in roles. The whole organisation reads `news`; `board` is private. In both Mia is manager, Will
 * writer and Rita reader. Ned is a member of neither.
 */
export function staffedGateway(...args: string[]): People {
  const others = everyone.filter((name) => name !== 'admin');
  const gateway = gatewayWith(
    () => args,
    ...others.map((name) => ({
      email: addressOf(name),
      ...(name === 'lea' && { organization: 'Elsewhere', role: 'admin' as const }),
    })),
  );
  const as = (name: Name) => (name === 'admin' ? gateway.admin : gateway.as(addressOf(name)));
  const idOf = (name: Name) => gateway.idOf(addressOf(name));

  beforeAll(async () => {
    await as('mia').done('POST /channels', { name: 'News', openWriting: false });
    await as('mia').done('POST /channels', { name: 'Board', slug: 'board', visibility: 'private' });
    for (const channel of ['news', 'board']) {
      await as('mia').done(`PUT /channels/${channel}/members/${idOf('will')}`, { role: 'writer' });
      await as('mia').done(`PUT /channels/${channel}/members/${idOf('rita')}`, { role: 'reader' });
    }
  });

  return {
    get dataFolder() {
      return gateway.dataFolder;
    },
    get url() {
      return gateway.url;
    },
    as,
    idOf,
  };
}

/** Those of everyone for whom it holds. */
export async function whoever(holds: (name: Name) => Promise<boolean>): Promise<string> {
  const answers = await Promise.all(everyone.map(holds));
  return everyone.filter((_name, index) => answers[index]).join(' ');
}

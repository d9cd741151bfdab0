import { randomBytes } from 'node:crypto';
import { scopes } from '../../../schemas/operation.ts';
import { accessToken, listening, spawnGateway, stop } from '../../support/product.ts';
import { form, textFile } from '../../support/forms.ts';
import { hide } from '../../support/leaks.ts';
import { type Account, accountAt } from '../../support/rest.ts';
import { hideSecretsOf } from '../../support/storage.ts';
import { addUsers } from '../../support/users.ts';
import { idsIn } from './ids.ts';

/** The gateway under test, its senders of bad input, and users whose things they must not see. */
export interface World {
  readonly url: string;
  readonly dataFolder: string;
  readonly processId: number;
  /** Members of one organisation, as many as there are lines of input. */
  readonly senders: readonly Account[];
  /** The senders' own organisation, which only `/me` tells. */
  readonly organizationId: string;
  readonly colleagueId: string;
  readonly administrator: Administrator;
  /** IDs of what a colleague keeps in a private channel, and of another organisation. */
  readonly foreign: readonly string[];
  readonly log: () => string;
  close(): Promise<void>;
}

/** The admin of an organisation of their own, so that no other sender loses an account. */
interface Administrator {
  readonly account: Account;
  readonly userId: string;
  readonly organizationId: string;
  readonly colleagueId: string;
}

const [noa, eve, ada] = ['noa@workspace.test', 'eve@elsewhere.test', 'ada@administered.test'] as const;

export async function worldIn(dataFolder: string, senderCount: number): Promise<World> {
  const addresses = Array.from({ length: senderCount }, (_, number) => `sender-${number}@workspace.test`);
  const others = [
    { email: noa },
    { email: eve, role: 'admin', organization: 'Elsewhere' },
    { email: ada, role: 'admin', organization: 'Administered' },
  ] as const;
  const ids = await addUsers(dataFolder, ...others, ...addresses.map((email) => ({ email })));
  const child = spawnGateway(dataFolder);
  const gateway = await listening(child);
  try {
    const accountOf = async (email: string, ...options: string[]) =>
      accountAt(gateway.url, await accessToken(dataFolder, '--user', email, '--expires', '12h', ...options));
    const [colleague, stranger, ...senders] = await Promise.all(
      [noa, eve, ...addresses].map((email) => accountOf(email)),
    );
    await hideSecretsOf(dataFolder);
    const foreign = [
      ...(await secretsOf(colleague!, "a colleague's private channel")),
      ...(await secretsOf(stranger!, 'what another organisation keeps')),
    ];
    const { organization } = await senders[0]!.done('GET /me');
    const administrator = await administratorAt(await accountOf(ada, '--scope', scopes.join(' ')));
    return {
      url: gateway.url,
      dataFolder,
      processId: child.pid!,
      senders,
      organizationId: organization.id,
      colleagueId: ids[noa]!,
      administrator,
      foreign,
      log: gateway.log,
      close: () => stop(child),
    };
  } catch (error) {
    await stop(child);
    throw error;
  }
}

async function administratorAt(account: Account): Promise<Administrator> {
  const { userId, organization } = await account.done('GET /me');
  const { user } = await account.done('POST /admin/users', { email: 'bob@administered.test', name: 'Bob' });
  return { account, userId, organizationId: organization.id, colleagueId: user.userId };
}

/** Things of every kind, each with words that nobody else may be told; returns their IDs. */
async function secretsOf({ done }: Account, owner: string): Promise<string[]> {
  const answers: unknown[] = [];
  const secret = (what: string): string => {
    const word = `hushed${randomBytes(8).toString('hex')}`;
    hide(`${owner}: ${what}`, word);
    return `${word} ${what}`;
  };
  const ask = async (...asked: Parameters<typeof done>) => {
    const answer = await done(...asked);
    answers.push(answer);
    return answer;
  };
  const key = () => ({ idempotencyKey: randomBytes(16).toString('hex') });
  const { channel } = await ask('POST /channels', {
    name: secret('channel'),
    description: secret('description'),
    visibility: 'private',
  });
  const place = `/channels/${channel.id}`;
  const { dataSet } = await ask(`POST ${place}/data-sets`, {
    name: secret('Data Set'),
    fields: [
      { key: 'note', label: secret('field'), type: 'text' },
      { key: 'amount', type: 'number' },
      { key: 'stage', type: 'select', options: { choices: [{ key: secret('choice') }] } },
    ],
  });
  const { objectTypeId } = dataSet;
  const values = { note: secret('value'), amount: 7_319_427 };
  for (const figure of ['7319427', '7,319,427']) hide(`${owner}: a figure`, figure);
  await ask(`POST ${place}/records`, { objectTypeId, title: secret('record'), values });
  await ask(`POST ${place}/views`, { name: secret('View'), objectTypeId, renderer: 'table' });
  const document = { kind: 'markdown', title: secret('document'), content: `${secret('text')}\nplan\n` };
  const { artifact } = await ask('POST /artifacts', { ...document, channelId: channel.id, ...key() });
  const sheet = { kind: 'csv', title: secret('sheet'), content: `name,amount\n${secret('cell')},7319427\n` };
  await ask('POST /artifacts', { ...sheet, ...key() });
  const file: [string, Blob, string] = ['file', textFile(secret('bytes')), `${secret('file')}.txt`];
  await ask('POST /files', form(['channelId', channel.id], file));
  const { session } = await ask('POST /sessions', { title: secret('session'), channelId: channel.id });
  await ask(`POST /sessions/${session.id}/messages`, { body: `What of ${secret('question')}?` });
  const { post } = await ask(`POST ${place}/posts`, { body: secret('post') });
  await ask(`POST ${place}/posts/${post.id}/replies`, { body: secret('reply') });
  await ask(`POST ${place}/feed/threads/artifact/${artifact.id}/comments`, { body: secret('comment') });
  return idsIn(JSON.stringify(answers)).filter((id) => !id.startsWith('usr_'));
}

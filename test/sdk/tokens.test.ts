import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { type TokenProvider, WorkspaceClient } from '../../src/sdk/index.ts';
import { answer, answeringFirst } from '../support/networks.ts';
import { accessToken } from '../support/product.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const refusedToken = 'refused';

/** A provider of these tokens, which repeats the last one, and the list of its requests. */
function providing(...tokens: string[]) {
  const asked: (string | undefined)[] = [];
  const provider: TokenProvider = async (refused) => {
    asked.push(refused);
    await setTimeout(5);
    return tokens[Math.min(asked.length, tokens.length) - 1]!;
  };
  return { asked, client: new WorkspaceClient({ baseUrl: gateway.url, token: provider }) };
}

async function expiredToken(): Promise<string> {
  const token = await accessToken(gateway.dataFolder, '--expires', '1s');
  await expect.poll(async () => (await fetch(`${gateway.url}/api/workspace/me`, bearer(token))).status).toBe(401);
  return token;
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });

test('a token that has expired is asked for anew once, and the call succeeds', async () => {
  const expired = await expiredToken();
  const { asked, client } = providing(expired, gateway.admin.token!);
  await client.me.get({});
  expect(asked).toEqual([undefined, expired]);
});

test('calls under way at the same time ask for it once', async () => {
  const { asked, client } = providing(refusedToken, gateway.admin.token!);
  await Promise.all(Array.from({ length: 20 }, () => client.channels.list({})));
  expect(asked).toEqual([undefined, refusedToken]);
});

test('so do calls that are refused after another has come by a new one', async () => {
  const proxy = await answeringFirst(gateway.url, (...exchange) => {
    const refusal = answer(401, '{"code": "unauthenticated", "detail": "No."}');
    void setTimeout(300).then(() => refusal(...exchange));
  });
  const asked: (string | undefined)[] = [];
  const token: TokenProvider = (refused) => {
    asked.push(refused);
    return refused === undefined && asked.length <= 2 ? refusedToken : gateway.admin.token!;
  };
  const client = new WorkspaceClient({ baseUrl: proxy.url, token });
  const late = client.me.get({});
  await setTimeout(50);
  await client.me.get({});
  await late;
  expect(asked.filter((refused) => refused !== undefined)).toEqual([refusedToken]);
});

test('an upload whose token is refused is sent again with the next one', async () => {
  const { asked, client } = providing(refusedToken, gateway.admin.token!);
  const bytes = Buffer.alloc(20_000_000, 'all of it ');
  const { file } = await client.files.upload({ file: { fileName: 'a.txt', bytes } });
  expect([file.size, asked]).toEqual([20_000_000, [undefined, refusedToken]]);
});

test.each<[what: string, tokens: string[], asked: unknown[]]>([
  ['gives the refused one again', [refusedToken], [undefined, refusedToken]],
  ['gives another that is refused too', [refusedToken, 'another'], [undefined, refusedToken]],
])('a provider that %s makes the call fail with what the gateway said', async (_what, tokens, expected) => {
  const { asked, client } = providing(...tokens);
  await expect(client.me.get({})).rejects.toMatchObject({
    code: 'unauthenticated',
    message: expect.stringMatching(/access token/),
    requestId: expect.stringMatching(/./),
  });
  expect(asked).toEqual(expected);
});

test('a token that is not good is refused once', async () => {
  const proxy = await answeringFirst(gateway.url);
  const client = new WorkspaceClient({ baseUrl: proxy.url, token: refusedToken });
  await expect(client.me.get({})).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(proxy.asked).toHaveLength(1);
});

test('the error of a token provider is passed on, and the next call asks the provider again', async () => {
  let times = 0;
  const token = () => {
    times += 1;
    if (times === 1) throw new Error('The keychain is locked');
    return gateway.admin.token!;
  };
  const client = new WorkspaceClient({ baseUrl: gateway.url, token });
  await expect(client.me.get({})).rejects.toThrow('The keychain is locked');
  expect(await client.me.get({})).toBeDefined();
});

test.each(['', 'secret\nX-Other: 1', 'sécret', 'two words'])(
  '%j is not a token, and no error repeats it',
  async (token) => {
    const client = new WorkspaceClient({ baseUrl: gateway.url, token });
    const error = await client.me.get({}).catch((error: Error) => error);
    expect(error).toMatchObject({
      code: 'unauthenticated',
      message: expect.stringMatching(/^The access token is empty/),
    });
    expect(JSON.stringify(error) + String((error as Error).stack)).not.toMatch(/s[eé]cret|two words/);
  },
);

test.each([undefined, null, 5, {}])('a provider that gives %j gives no token', async (given) => {
  const client = new WorkspaceClient({ baseUrl: gateway.url, token: () => given as string });
  await expect(client.me.get({})).rejects.toMatchObject({ name: 'WorkspaceError', code: 'unauthenticated' });
});

test.each([undefined, null, 5, {}])('%j is neither a token nor what gets one', (token) => {
  const options = { baseUrl: gateway.url, token: token as string };
  expect(() => new WorkspaceClient(options)).toThrow(/^\/token: must be an access token, or a function that gets one$/);
});

test('white space around a token, such as the end of its line, is not a part of it', async () => {
  const client = new WorkspaceClient({ baseUrl: gateway.url, token: `${gateway.admin.token}\n` });
  expect(await client.me.get({})).toBeDefined();
});

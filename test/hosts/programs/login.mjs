import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';

/** Remembers one login in memory, as the MCP SDK's `OAuthClientProvider` says, and sends the person to a browser. */
export async function loginInMemory() {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const redirectUrl = `http://127.0.0.1:${server.address().port}/callback`;
  const returned = new Promise((resolve) => {
    server.on('request', ({ url }, response) => {
      response.end('You may close this window.');
      server.close();
      resolve(new URL(url, redirectUrl).searchParams);
    });
  });
  const kept = {};
  const provider = {
    redirectUrl,
    clientMetadata: { client_name: 'Library', redirect_uris: [redirectUrl], token_endpoint_auth_method: 'none' },
    clientInformation: () => kept.client,
    saveClientInformation: (client) => void (kept.client = client),
    tokens: () => kept.tokens,
    saveTokens: (tokens) => void (kept.tokens = tokens),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: (verifier) => void (kept.verifier = verifier),
    redirectToAuthorization: (address) => void execFile('xdg-open', [address.href]),
  };
  return { provider, returned };
}

/** Logs in with the `auth` of the library's MCP client. */
export async function loggedIn(auth, serverUrl) {
  const { provider, returned } = await loginInMemory();
  await auth(provider, { serverUrl });
  const answer = await returned;
  const more = { authorizationCode: answer.get('code'), callbackState: answer.get('state') ?? undefined };
  await auth(provider, { serverUrl, ...more, iss: answer.get('iss') ?? undefined });
  return provider;
}

import { pino } from 'pino';
import { createGateway } from '../../src/http/gateway.ts';
import { fixtureServer } from './fixtures.ts';

/** The gateway as it is, but that `/mcp` answers with the suite's fixtures and asks nobody for a token. */
export async function startFixtureGateway() {
  let url = 'http://127.0.0.1';
  const closed = () => Promise.reject(new Error('there is no workspace here'));
  const app = createGateway({
    log: pino({ level: 'silent' }),
    publicUrl: () => url,
    host: '127.0.0.1',
    version: 'fixtures',
    allowedOrigins: [],
    trustProxy: [],
    requestsAMinute: 0,
    callerOf: closed,
    workspaceFor: () => {
      throw new Error('there is no workspace here');
    },
    dataVersion: () => 0,
    checkReadiness: closed,
    mcp: async () => ({
      admit: async () => {},
      serverFor: ({ headers }) => fixtureServer(headers['mcp-protocol-version'] !== '2026-07-28'),
    }),
  });
  url = await app.listen({ host: '127.0.0.1', port: 0 });
  return { url: `${url}/mcp`, close: () => app.close() };
}

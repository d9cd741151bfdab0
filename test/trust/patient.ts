import { setTimeout as sleep } from 'node:timers/promises';
import { type Account, accountAt, type Body } from '../support/rest.ts';

/** An account that retries where the gateway is too busy, as it may be on a busy machine. */
export function patientAccountAt(gatewayUrl: string, token: string): Account {
  const { call } = accountAt(gatewayUrl, token);
  const patiently: Account['call'] = async (...asked) => {
    for (;;) {
      const reply = await call(...asked);
      if (reply.status !== 503 || !reply.body.detail.includes('too much to do')) return reply;
      await sleep(200);
    }
  };
  const done = async (...asked: Parameters<Account['done']>): Promise<Body> => {
    const { status, body } = await patiently(...asked);
    if (status >= 400) throw new Error(`${asked[0]}: ${body.detail}`);
    return body;
  };
  return { token, call: patiently, done };
}

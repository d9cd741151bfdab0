import { createServer, type IncomingHttpHeaders } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { ActivityItem } from '../../schemas/activity.ts';

interface Sent {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface Delivery extends Sent {
  readonly wasTaken: boolean;
}

/** How a receiver answers a delivery: with a status and headers, by ending the connection, or never. */
export type Answering = (sent: Sent) => { status: number; headers?: Record<string, string> } | 'nothing' | 'silence';

/** A receiver of webhooks on this machine, on a free port or the one that is named. */
export async function startReceiver(answering: Answering = () => ({ status: 204 }), port = 0) {
  const deliveries: Delivery[] = [];
  const state = { answering };
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const sent = { path: request.url!, headers: request.headers, body };
      const answer = state.answering(sent);
      deliveries.push({ ...sent, wasTaken: typeof answer === 'object' && answer.status < 300 });
      if (answer === 'nothing') response.destroy();
      else if (answer !== 'silence') response.writeHead(answer.status, answer.headers).end();
    });
  })
    .listen(port, '127.0.0.1')
    .unref();
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    host,
    url: `http://${host}`,
    deliveries,
    answerWith: (next: Answering) => (state.answering = next),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;

/** The changes of a delivery, if the secret signed it. Throws otherwise. */
export function changesIn({ headers, body }: Sent, secret: string): ActivityItem[] {
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const verified = new Webhook(secret).verify(body, signed) as { type: string; data: { items: ActivityItem[] } };
  return verified.data.items;
}

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { bucketKeys } from './bucket-server.ts';

export interface Container {
  /** The environment of a process that asks it for credentials. */
  readonly variables: Readonly<Record<string, string>>;
  /** The status of its answers. With 200 it gives keys to a client that has the token. */
  status: number;
  /** How long its keys are good. */
  keysForMs: number;
  readonly refusals: () => number;
  close(): void;
}

/** The endpoint of a container, which gives the credentials of a bucket. */
export async function startContainer(): Promise<Container> {
  let refusals = 0;
  const server = createServer(({ headers }, answer) => {
    answer.statusCode = headers.authorization === 'the token' ? container.status : 401;
    if (answer.statusCode !== 200) refusals += 1;
    const { accessKeyId: AccessKeyId, secretAccessKey: SecretAccessKey } = bucketKeys;
    const Expiration = new Date(Date.now() + container.keysForMs).toISOString();
    answer.end(JSON.stringify({ AccessKeyId, SecretAccessKey, Expiration }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const container: Container = {
    variables: {
      AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      AWS_CONTAINER_CREDENTIALS_FULL_URI: `http://127.0.0.1:${(server.address() as AddressInfo).port}/keys`,
      AWS_CONTAINER_AUTHORIZATION_TOKEN: 'the token',
    },
    status: 200,
    keysForMs: 3_600_000,
    refusals: () => refusals,
    close: () => void server.close(),
  };
  return container;
}

import { randomBytes } from 'node:crypto';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import { administer, startServer, template } from './postgres-server.ts';

let server: Promise<string> | undefined;

/** The address of an empty workspace's database, on the server of this run of tests. */
export async function freshDatabase(): Promise<string> {
  const address = await (server ??= serverOfThisRun());
  const name = `ws_${randomBytes(8).toString('hex')}`;
  await administer(address, `create database ${name} template ${template}`);
  return `${address}/${name}`;
}

/** Outside the test runner, a server that ends with this process. */
async function serverOfThisRun(): Promise<string> {
  const desk = deskOfThisRun();
  if (desk === undefined) return startServer();
  const address = await text(connect(desk));
  if (address === '') throw new Error('The server of the tests did not start');
  return address;
}

function deskOfThisRun(): string | undefined {
  try {
    return inject('postgresDesk');
  } catch {
    return undefined;
  }
}

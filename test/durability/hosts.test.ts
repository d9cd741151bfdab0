import { expect, test } from 'vitest';
import { expectSound } from '../support/check.ts';
import { type Host, startHost } from '../support/hosts.ts';
import { accessToken, type Gateway, startGateway, temporaryFolder } from '../support/product.ts';
import { artifactsOf, filesOf } from '../support/readers.ts';
import { accountAt } from '../support/rest.ts';
import { accountWriter, hostWriter, type Writer } from '../support/writers.ts';

const times = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Three hosts and a gateway, started in the same moment. */
async function startTogether(dataFolder: string): Promise<[Host[], Gateway]> {
  const starting = times(3).map(() => startHost(dataFolder));
  return Promise.all([Promise.all(starting), startGateway(dataFolder)]);
}

function expectNoErrors(hosts: Host[], gateway: Gateway): void {
  expect(hosts.map((host) => host.log())).toEqual(hosts.map(() => ''));
  const levels = gateway
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { level: number }).level);
  expect(levels.filter((level) => level >= 40)).toEqual([]);
}

/** The names of the things that one writer stored. It does at once all that can be done at once. */
async function fillAtOnce(writer: Writer, name: string): Promise<{ artifacts: string[]; files: string[] }> {
  const artifacts = times(15).map(async (number) => {
    const title = `${name} document ${number}`;
    const first = await writer.create(title, `first text of ${title}`);
    const content = `second text of ${title}`;
    const [second, ...attached] = await Promise.all([
      writer.update(first, content),
      writer.attach(first.id, 'general'),
      writer.attach(first.id, 'general'),
    ]);
    expect([second.versionNumber, attached.toSorted()]).toEqual([2, [false, true]]);
    return `${title}: ${content}`;
  });
  const files = times(10).map(async (number) => {
    const fileName = `${name} file ${number}`;
    const bytes = Buffer.from(`bytes of ${fileName}\0\xff`, 'latin1');
    const file = await writer.upload(fileName, bytes);
    const attached = await Promise.all([writer.attachFile(file.id, 'general'), writer.attachFile(file.id, 'general')]);
    expect(attached.map(({ links }) => links.length)).toEqual([1, 1]);
    return `${fileName}: ${bytes.toString('base64')}`;
  });
  return { artifacts: await Promise.all(artifacts), files: await Promise.all(files) };
}

test('three hosts and a gateway write at once: each write is there once, and every host reads all', async () => {
  const dataFolder = await temporaryFolder();
  await startHost(dataFolder);
  const [hosts, gateway] = await startTogether(dataFolder);
  const account = accountAt(gateway.url, await accessToken(dataFolder));
  const writers = [...hosts.map((host) => hostWriter(host)), accountWriter(account)];

  const stored = await Promise.all(writers.map((writer, index) => fillAtOnce(writer, `writer ${index}`)));
  const artifacts = stored.flatMap((all) => all.artifacts).sort();
  const files = stored.flatMap((all) => all.files).sort();

  for (const host of hosts) {
    expect((await artifactsOf(host)).sort()).toEqual(artifacts);
    expect((await filesOf(host)).sort()).toEqual(files);
  }
  const inChannel = await account.done('GET /artifacts?channelId=general&limit=200');
  expect(inChannel.artifacts.map(({ links }) => links.length)).toEqual(artifacts.map(() => 1));
  expectNoErrors(hosts, gateway);
  await expectSound(dataFolder);
});

test.each<[surface: string, writerOn: (dataFolder: string) => Promise<Writer>]>([
  ['one host', async (dataFolder) => hostWriter(await startHost(dataFolder))],
  [
    'the gateway',
    async (dataFolder) => {
      const { url } = await startGateway(dataFolder);
      return accountWriter(accountAt(url, await accessToken(dataFolder)));
    },
  ],
])('32 concurrent creates through %s leave 32 artifacts', async (_surface, writerOn) => {
  const dataFolder = await temporaryFolder();
  const writer = await writerOn(dataFolder);
  const titles = times(32).map((number) => `number ${number}`);
  const created = await Promise.all(titles.map((title) => writer.create(title, `text of ${title}`)));

  expect(new Set(created.flatMap(({ id, versionId }) => [id, versionId])).size).toBe(64);
  const stored = await artifactsOf(await startHost(dataFolder));
  expect(stored.sort()).toEqual(titles.map((title) => `${title}: text of ${title}`).sort());
});

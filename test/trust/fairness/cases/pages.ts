import { limits } from '../../../../schemas/limits.ts';
import { inStorage } from '../../../support/storage.ts';
import type { Case, Stage } from '../case.ts';
import { times } from './pit.ts';
import { multiply } from './rows.ts';

interface Shown {
  /** Addresses of long pages and lists. */
  readonly paths: readonly string[];
  readonly dataSet: string;
  readonly view: string;
  readonly definition: object;
}

/** As many choices as the fields of a Data Set may have. */
const wide = times(3, (field) => ({
  key: `choice_${field}`,
  type: 'select',
  options: { choices: times(1_000, (number) => ({ key: `${number}`.padEnd(limits.choiceKey, '_'), label: 'x' })) },
}));

/** A channel of the hostile member that shows as much as it may: Data Sets, Views, replies and posts. */
async function showing({ member }: Stage): Promise<Shown> {
  const { channel } = await member.done('POST /channels', { name: 'Shown' });
  const at = `/channels/${channel.id}`;
  let objectTypeId = '';
  for (const number of times(limits.channelFieldsBytes / limits.fieldsBytes, (each) => each)) {
    const { dataSet } = await member.done(`POST ${at}/data-sets`, { name: `Wide ${number}`, fields: wide });
    objectTypeId = dataSet.objectTypeId;
  }
  const value = times(limits.inValues, (number) => `${number}`.padEnd(1_200, '_'));
  const filters = [{ fieldKey: 'title', op: 'in', value }];
  const definition = { name: 'Long', objectTypeId, renderer: 'table', filters };
  for (const _ of times(60, () => undefined)) await member.done(`POST ${at}/views`, definition);
  const { post } = await member.done(`POST ${at}/posts`, { body: 'Said at length' });
  for (const text of ['crane ', '😀', '\u0001x'])
    for (const _ of times(50, () => undefined)) {
      const body = text.repeat(limits.body / text.length);
      await member.done(`POST ${at}/posts/${post.id}/replies`, { body });
      await member.done(`POST ${at}/posts`, { body });
    }
  const page = `limit=${limits.pageMost}`;
  return {
    paths: [
      at,
      `${at}/views?${page}`,
      `${at}/posts/${post.id}/replies?${page}`,
      `${at}/feed?limit=${limits.feedPageMost}`,
    ],
    dataSet: `${at}/data-sets/${objectTypeId}`,
    view: `${at}/views`,
    definition,
  };
}

const longPages: Case<Shown> = {
  name: 'long-pages',
  does: 'reads a channel full of wide Data Sets, long Views, replies and posts, and changes them',
  prepare: showing,
  attacks: [
    async ({ member, keep }, { paths, dataSet, view, definition }) => {
      const reads = paths.map((path) => () => member.api(`GET ${path}`));
      const all = [
        ...reads,
        () => member.api(`PATCH ${dataSet}`, { name: 'Wide' }),
        () => member.api(`POST ${view}`, definition),
      ];
      await keep(8, (number) => all[number % all.length]!());
    },
  ],
};

interface Attached {
  readonly artifactId: string;
  readonly versionId: string;
}

/** A document of the hostile member in channels that everybody sees. */
async function attached({ member, dataFolder, long }: Stage): Promise<Attached> {
  const { channel } = await member.done('POST /channels', { name: 'Noticeboard' });
  const document = {
    kind: 'markdown',
    title: 'Everywhere',
    content: 'Everywhere',
    idempotencyKey: crypto.randomUUID(),
  };
  const { artifact } = await member.done('POST /artifacts', document);
  await member.done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: channel.id });
  await inStorage(dataFolder, async (tx) => {
    const count = long ? 20_000 : 3_000;
    await multiply(tx, 'channels', ['id', 'slug'], channel.id, count);
    await multiply(tx, 'links', ['target_id'], channel.id, count);
  });
  return { artifactId: artifact.id, versionId: artifact.versionId };
}

const everywhere: Case<Attached> = {
  name: 'everywhere',
  does: 'changes, lists and reads a document that is attached to 3,000 channels',
  prepare: attached,
  attacks: [
    async ({ member, keep }, { artifactId, versionId }) => {
      let current = versionId;
      const change = async (number: number) => {
        const answer = await member.api(`PATCH /artifacts/${artifactId}`, {
          expectedVersionId: current,
          content: `Everywhere ${number}`,
          idempotencyKey: crypto.randomUUID(),
        });
        if (answer?.status === 200) current = JSON.parse(answer.bytes.toString()).artifact.versionId as string;
      };
      const read = (path: string) => () => keep(2, () => member.api(`GET ${path}`));
      await Promise.all([keep(1, change), ...[`/artifacts/${artifactId}`, '/artifacts'].map((path) => read(path)())]);
    },
  ],
};

/** How many versions a document may come to in two hours. */
const versions = 300_000;

/** Documents of the hostile member with many versions. They are attached to the feed of a channel or at home there. */
async function longInFeed({ member, dataFolder, long }: Stage, home?: string): Promise<readonly string[]> {
  const ids = await Promise.all(
    times(long ? 4 : 1, async () => {
      const document = { kind: 'markdown', title: 'Often', content: 'Often', channelId: home };
      const { artifact } = await member.done('POST /artifacts', { ...document, idempotencyKey: crypto.randomUUID() });
      const general = { targetType: 'channel', targetId: 'general' };
      if (!home) await member.done(`POST /artifacts/${artifact.id}/links`, general);
      return artifact.id;
    }),
  );
  await inStorage(dataFolder, async (tx) => {
    const shown = await tx.selectFrom('feed_items').select('id').where('subject_id', 'in', ids).execute();
    for (const { id } of shown) await multiply(tx, 'feed_items', ['id'], id, versions);
  });
  return ids;
}

const detached: Case<readonly string[]> = {
  name: 'detached',
  does: `detaches documents with ${versions.toLocaleString('en')} versions from the channel in whose feed they are`,
  slower: 3,
  prepare: (stage) => longInFeed(stage),
  attacks: [
    async ({ member }, ids) => {
      for (const id of ids)
        await member.api(`DELETE /artifacts/${id}/links`, { targetType: 'channel', targetId: 'general' });
    },
  ],
  broken: ({ got }) => (got['200'] ? [] : ['no document was detached']),
};

interface Movable {
  readonly ids: readonly string[];
  readonly sheetId: string;
  /** A channel of the hostile member alone, so that texts at home there are indexed apart. */
  readonly channelId: string;
}

const moveTo = (channelId: string) => ({ channelId, idempotencyKey: crypto.randomUUID() });

const moved: Case<Movable> = {
  name: 'moved',
  does: `moves documents with ${versions.toLocaleString('en')} versions home to another channel, and a sheet of 8 MB to and fro`,
  slower: 3,
  isLong: true,
  async prepare(stage) {
    const { member } = stage;
    const { channel } = await member.done('POST /channels', { name: 'Mine', visibility: 'private' });
    const content = `Word,Number\n${times(400_000, (number) => `word ${number},${number}\n`).join('')}`;
    const sheet = { kind: 'csv', title: 'Long', content, channelId: 'general', idempotencyKey: crypto.randomUUID() };
    const { artifact } = await member.done('POST /artifacts', sheet);
    return { ids: await longInFeed(stage, 'general'), sheetId: artifact.id, channelId: channel.id };
  },
  attacks: [
    async ({ member }, { ids, channelId }) => {
      for (const id of ids) await member.api(`PATCH /artifacts/${id}`, moveTo(channelId));
    },
    async ({ member, keep }, { sheetId, channelId }) =>
      keep(2, (number) => member.api(`PATCH /artifacts/${sheetId}`, moveTo(number % 2 ? 'general' : channelId))),
  ],
  broken: ({ got }) => (got['200'] ? [] : ['nothing was moved']),
};

export const ofPages = [longPages, everywhere, detached, moved];

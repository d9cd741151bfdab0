import { limits } from '../../../../schemas/limits.ts';
import { newField } from '../../../../src/workspace/data/data-set-changes.ts';
import { form, textFile } from '../../../support/forms.ts';
import { addedDataSet } from '../../../support/records.ts';
import { accountAt } from '../../../support/rest.ts';
import { inStorage } from '../../../support/storage.ts';
import type { Case, Stage } from '../case.ts';
import { counted, longest } from '../waits.ts';
import { times } from './pit.ts';
import { keepAuthorizations, multiply } from './rows.ts';

/** A search waits at most this long for a word that others also use often. */
const searchMs = 1_000;
/** The word that every neighbour searches for. */
const common = 'harbour ';

const commonWord: Case = {
  name: 'common-word',
  does: 'fills an organisation with one common word that others search for too, and searches for it',
  async prepare({ url, town, long }) {
    const accounts = town.strangerTokens.map((token) => accountAt(url, token));
    await accounts[0]!.done('POST /channels', { name: 'Flood' });
    const body = common.repeat(limits.body / common.length);
    const posts = Math.ceil((long ? 6_000_000 : 500_000) / (limits.body / common.length));
    const each = Math.ceil(posts / accounts.length);
    await Promise.all(
      accounts.map(async (account) => {
        for (const _ of times(each, () => undefined)) await account.done('POST /channels/flood/posts', { body });
      }),
    );
    return undefined;
  },
  attacks: [
    ({ strangers, keep }) =>
      keep(10, (number) =>
        strangers[number % strangers.length]!.api(`GET /search?q=${common.trim()}&passages=5&limit=${limits.pageMost}`),
      ),
  ],
  broken({ waits }) {
    const most = longest(counted(waits, 'search'));
    return most > searchMs ? [`a search waited ${Math.round(most)} ms for what another organisation has written`] : [];
  },
};

/** A colleague's documents, files and conversations, which the hostile member may not see. */
async function hide({ dataFolder, url, town, long }: Stage): Promise<void> {
  const colleague = accountAt(url, town.desks[0]!.token);
  const document = { kind: 'markdown', title: 'Hidden harbour', content: 'Hidden harbour' };
  const { artifact } = await colleague.done('POST /artifacts', { ...document, idempotencyKey: crypto.randomUUID() });
  const { file } = await colleague.done('POST /files', form(['file', textFile('hidden'), 'hidden.txt']));
  const { session } = await colleague.done('POST /sessions', { title: 'Hidden harbour' });
  const { channel } = await colleague.done('POST /channels', { name: 'Hidden', visibility: 'private' });
  const count = long ? 150_000 : 30_000;
  await inStorage(dataFolder, async (tx) => {
    await multiply(tx, 'artifacts', ['id', 'current_version_id'], artifact.id, count);
    await multiply(tx, 'artifact_versions', ['artifact_id', 'id'], artifact.id, count);
    await multiply(tx, 'passages', ['resource_id', 'version_id'], artifact.id, count);
    await multiply(tx, 'files', ['id'], file.id, count);
    await multiply(tx, 'sessions', ['id'], session.id, count);
    await multiply(tx, 'channels', ['id', 'slug'], channel.id, count / 10);
  });
}

const hidden: Case = {
  name: 'hidden',
  does: 'lists and searches among what a colleague keeps to themselves',
  prepare: hide,
  attacks: [
    ({ member, keep }) => {
      const paths = [
        ...['/artifacts', '/files', '/sessions', '/channels', '/search'].map(
          (path) => `${path}?limit=${limits.pageMost}`,
        ),
        '/artifacts?q=hidden',
        '/files?q=hidden',
        '/search?q=hidden',
        '/channels/general/feed',
      ];
      return keep(8, (number) => member.api(`GET ${paths[number % paths.length]!}`));
    },
  ],
};

/** As many as one user could keep of the time in which a key is remembered. */
const oldKeys: Case = {
  name: 'old-keys',
  does: 'has written 70,000 times with a key that has now outlived its time',
  // The gateway looks for them a minute after its start.
  isLong: true,
  slower: 4,
  async prepare({ dataFolder, member }) {
    const { userId, organization } = await member.done('GET /me');
    await inStorage(dataFolder, async (tx) => {
      const row = {
        organization_id: organization.id,
        user_id: userId,
        operation: 'posts.create',
        request_sha256: 'a'.repeat(64),
      };
      const created_at = new Date(Date.now() - 2 * limits.idempotencySeconds * 1_000).toISOString();
      for (const number of times(70_000, (each) => each)) {
        const answer = JSON.stringify({ post: { body: 'crane '.repeat(100) } });
        await tx
          .insertInto('idempotency_keys')
          .values({ ...row, key: `key ${number}`, answer, created_at })
          .execute();
      }
    });
    return undefined;
  },
  attacks: [({ member, keep }) => keep(1, () => member.api('GET /me'))],
};

/** As many refresh tokens as each of five users could get in some hours. */
const signedOut: Case = {
  name: 'signed-out',
  does: 'ends five times 100,000 tokens of applications by signing out everywhere',
  async prepare({ dataFolder, url, town }) {
    const accounts = town.strangerTokens.map((token) => accountAt(url, token));
    const people = await Promise.all(accounts.map((account) => account.done('GET /me')));
    const [kind, count] = ['RefreshToken', 100_000] as const;
    await inStorage(dataFolder, async (tx) => {
      for (const { userId } of people) await keepAuthorizations(tx, { kind, userId, clientId: town.clientId, count });
    });
    return undefined;
  },
  attacks: [
    ({ strangers, keep }) => keep(5, (number) => strangers[number % strangers.length]!.api('POST /me/sign-out')),
  ],
};

/** As many as a user could get within the week for which they last. */
const letIn = 300_000;

const signIns: Case = {
  name: 'sign-ins',
  does: `lists the ${letIn.toLocaleString('en')} times that an application was let in`,
  async prepare({ dataFolder, member, town: { clientId } }) {
    const { userId } = await member.done('GET /me');
    await inStorage(dataFolder, (tx) => keepAuthorizations(tx, { kind: 'Grant', userId, clientId, count: letIn }));
    return undefined;
  },
  attacks: [({ member, keep }) => keep(2, () => member.api('GET /me/sign-ins'))],
};

const trashed: Case = {
  name: 'trashed',
  does: 'lists the trash, where a colleague has put 300,000 records and then their Data Set',
  async prepare({ dataFolder, url, town }) {
    const { done } = accountAt(url, town.desks[0]!.token);
    const { channel } = await done('POST /channels', { name: 'Thrown away' });
    const place = `/channels/${channel.id}`;
    const { dataSet } = await done(`POST ${place}/data-sets`, { name: 'Thrown away' });
    const { objectTypeId } = dataSet;
    const { record } = await done(`POST ${place}/records`, { objectTypeId, title: 'Thrown away' });
    await done(`DELETE ${place}/records/${record.id}`);
    await inStorage(dataFolder, async (tx) => {
      await multiply(tx, 'trash', ['id'], record.id, 300_000);
      await multiply(tx, 'trashed_records', ['id'], record.id, 300_000);
    });
    await done(`DELETE ${place}/data-sets/${objectTypeId}`);
    return undefined;
  },
  attacks: [
    ({ member, keep }) => {
      const asked = ['', '?type=view', '?type=record'];
      return keep(3, (number) => member.api(`GET /trash${asked[number % asked.length]!}`));
    },
  ],
};

const titles: Case = {
  name: 'titles',
  does: 'looks for very many words in the titles of what is in 300 private channels of its own',
  isLong: true,
  async prepare({ member }) {
    for (const number of times(300, (each) => each)) {
      const { channel } = await member.done('POST /channels', { name: `Own ${number}`, visibility: 'private' });
      await member.done(`POST /channels/${channel.id}/posts`, { body: 'A crane for the harbour.' });
    }
    return undefined;
  },
  attacks: [
    ({ member, keep }) => {
      const words = times(490, (number) => String.fromCharCode(0x4e00 + number)).join(' ');
      const kinds = ['artifacts', 'files', 'sessions'];
      return keep(4, (number) => member.api(`GET /${kinds[number % kinds.length]}?q=${encodeURIComponent(words)}`));
    },
  ],
};

const roomForFields = 100;
const fieldsOfWide = 190;

const wide: Case<{ readonly path: string; readonly dataSet: string }> = {
  name: 'wide',
  does: 'adds fields and Data Sets where nearly as many fields are as an organisation may have',
  async prepare({ dataFolder, member }) {
    const fields = times(fieldsOfWide, (number) => ({ key: `f${number}`, type: 'text' as const }));
    const count = Math.floor((limits.organizationFields - roomForFields) / fieldsOfWide);
    const { channel } = await member.done('POST /channels', { name: 'Wide' });
    const inOneChannel = 60;
    for (let made = 0; made < count; made += inOneChannel) {
      const { channel: next } = await member.done('POST /channels', { name: `Wide ${made}` });
      await inStorage(dataFolder, async (tx) => {
        for (const number of times(Math.min(inOneChannel, count - made), (each) => made + each))
          await addedDataSet(tx, next.slug, { name: `Wide ${number}`, fields: fields.map(newField) });
      });
    }
    const { dataSet } = await member.done(`POST /channels/${channel.id}/data-sets`, { name: 'Wide' });
    return { path: `/channels/${channel.id}/data-sets`, dataSet: dataSet.objectTypeId };
  },
  attacks: [
    ({ member, keep }, { path, dataSet }) =>
      keep(3, (number) =>
        number % 3 === 0
          ? member.api(`POST ${path}`, { name: `More ${number}` })
          : member.api(`PATCH ${path}/${dataSet}`, { fields: [{ key: `more_${number}`, type: 'text' }] }),
      ),
  ],
};

const batchOf = 1_000;
const rowsOfBatches = 20_000;

const recordBatches: Case<{ readonly path: string; readonly objectTypeId: string }> = {
  name: 'record-batches',
  does: 'creates, changes by filter and deletes as many records at once as one call takes, with texts as long as it takes',
  async prepare({ dataFolder, member }) {
    const { channel } = await member.done('POST /channels', { name: 'Batches' });
    const fields = ['batch', 'note'].map((key) => newField({ key, type: 'text' }));
    const dataSet = await inStorage(dataFolder, (tx) => addedDataSet(tx, channel.slug, { name: 'Batches', fields }));
    const path = `/channels/${channel.id}/records`;
    for (let made = 0; made < rowsOfBatches; made += batchOf)
      await member.done(`POST ${path}/batch`, { objectTypeId: dataSet.id, create: recordsOf('first', 10) });
    return { path, objectTypeId: dataSet.id };
  },
  attacks: [
    ({ member, keep }, { path, objectTypeId }) =>
      keep(3, (number) => {
        const length = Math.floor(limits.batchBytes / batchOf / 4);
        const create = recordsOf(`batch ${number}`, length);
        return member.api(`POST ${path}/batch`, { objectTypeId, create });
      }),
    ({ member, keep }, { path, objectTypeId }) =>
      keep(3, (number) => {
        const filters = [
          { field: 'batch', operator: 'eq', value: `batch ${number % 40}` },
          ...times(limits.conditions - 1, (each) => ({ field: 'note', operator: 'not_contains', value: `y${each}` })),
        ];
        const values = { batch: `batch ${number % 40}`, note: `x${number}` };
        return member.api(`POST ${path}/update`, { objectTypeId, filters, values, expectedCount: batchOf });
      }),
  ],
};

const recordsOf = (batch: string, length: number) =>
  times(batchOf, (number) => ({ title: `${batch} ${number}`, values: { batch, note: 'x'.repeat(length) } }));

const references: Case<{ readonly path: string; readonly objectTypeId: string }> = {
  name: 'references',
  does: 'refers to files that are not there, in as many values as a batch takes',
  async prepare({ member }) {
    const { channel } = await member.done('POST /channels', { name: 'References' });
    const fields = times(limits.fields, (number) => ({ key: fileField(number), type: 'file', multiple: true }));
    const { dataSet } = await member.done(`POST /channels/${channel.id}/data-sets`, { name: 'References', fields });
    return { path: `/channels/${channel.id}/records/batch`, objectTypeId: dataSet.objectTypeId };
  },
  attacks: [
    ({ member, keep }, { path, objectTypeId }) =>
      keep(3, (number) => {
        const [records, fields, values] = number % 2 === 0 ? [400, limits.fields, 1] : [1, 200, limits.fieldValues];
        const missing = times(values, (value) => `fil_${value}`);
        const each = Object.fromEntries(times(fields, (field) => [fileField(field), missing]));
        const create = times(records, (record) => ({ title: `Record ${record}`, values: each }));
        return member.api(`POST ${path}`, { objectTypeId, create });
      }),
  ],
};

const fileField = (number: number) => `file_${number}`;

export const ofOthers = [
  commonWord,
  hidden,
  trashed,
  signedOut,
  signIns,
  oldKeys,
  titles,
  wide,
  recordBatches,
  references,
];

import { limits } from '../../../../schemas/limits.ts';
import { form, textFile } from '../../../support/forms.ts';
import { accountAt } from '../../../support/rest.ts';
import { addUsers } from '../../../support/users.ts';
import { inStorage } from '../../../support/storage.ts';
import type { Case } from '../case.ts';
import { type Pit, pitOf, times } from './pit.ts';
import { multiply } from './rows.ts';

const activity: Case = {
  name: 'activity',
  does: 'follows a long activity with filters that nothing fits',
  slower: 2,
  async prepare({ member, dataFolder, long }) {
    const { channel } = await member.done('POST /channels', { name: 'Busy' });
    const { post } = await member.done(`POST /channels/${channel.id}/posts`, { body: 'Unloading starts at six.' });
    await inStorage(dataFolder, async (tx) => {
      const event = tx.selectFrom('audit_events').select('id').where('resource_id', '=', post.id);
      const { id } = await event.executeTakeFirstOrThrow();
      await multiply(tx, 'audit_events', ['id'], id, long ? 1_000_000 : 200_000);
    });
    return undefined;
  },
  attacks: [
    ({ member, keep }) =>
      keep(2, (number) => member.api(`GET /activity?agent=nobody${number}&limit=${limits.feedPageMost}`)),
  ],
  broken: ({ got }) => (got['200'] ? [] : ['no activity was answered']),
};

const inbox: Case = {
  name: 'inbox',
  does: 'reads the inbox of a member of thousands of channels',
  async prepare({ member, dataFolder, url, town, long }) {
    const colleague = accountAt(url, town.desks[0]!.token);
    const { userId } = await member.done('GET /me');
    const { channel } = await colleague.done('POST /channels', { name: 'Shared', visibility: 'private' });
    await colleague.done(`PUT /channels/${channel.id}/members/${userId}`, { role: 'reader' });
    const count = long ? 10_000 : 3_000;
    await inStorage(dataFolder, async (tx) => {
      await multiply(tx, 'channels', ['id', 'slug'], channel.id, count);
      await multiply(tx, 'channel_members', ['channel_id'], channel.id, count);
    });
    return undefined;
  },
  attacks: [
    ({ member, keep }) => {
      const pages = ['', '&unseen=true', '&kinds=["share"]', '&kinds=["mention","answer"]'];
      return keep(8, (number) => member.api(`GET /inbox?limit=${limits.pageMost}${pages[number % pages.length]!}`));
    },
  ],
};

const attached: Case<string> = {
  name: 'attached',
  does: 'reads the inbox and lists of a channel with 300,000 attachments of its own, and 100,000 that it may not read',
  async prepare({ member, dataFolder, url, town }) {
    const colleague = accountAt(url, town.desks[0]!.token);
    const { userId } = await colleague.done('GET /me');
    const { channel } = await member.done('POST /channels', { name: 'Attached', visibility: 'private' });
    await member.done(`PUT /channels/${channel.id}/members/${userId}`, { role: 'writer' });
    const own = await member.done('POST /files', form(['channelId', channel.id], ['file', textFile('own'), 'own.txt']));
    const document = { kind: 'markdown', title: 'Hidden', content: 'Hidden', idempotencyKey: crypto.randomUUID() };
    const { artifact } = await colleague.done('POST /artifacts', document);
    await colleague.done(`POST /artifacts/${artifact.id}/links`, { targetType: 'channel', targetId: channel.id });
    await member.done(`DELETE /channels/${channel.id}/members/${userId}`);
    await inStorage(dataFolder, async (tx) => {
      await multiply(tx, 'links', ['resource_id'], own.file.id, 300_000);
      await multiply(tx, 'links', ['resource_id'], artifact.id, 100_000);
    });
    return channel.id;
  },
  attacks: [
    ({ member, keep }, channelId) => {
      const asked = ['/inbox?kinds=["share"]', `/artifacts?channelId=${channelId}`, '/files', '/search?types=["file"]'];
      return keep(3, (number) => member.api(`GET ${asked[number % asked.length]!}`));
    },
  ],
};

const members = 100_000;

const crowded: Case<string> = {
  name: 'crowded',
  does: `deletes a channel with ${members.toLocaleString('en')} members and restores it, again and again, and gives some of them other roles`,
  async prepare({ member, dataFolder }) {
    const email = `many@home${'0'.repeat(26)}`;
    const { [email]: id } = await addUsers(dataFolder, { email });
    const { channel } = await member.done('POST /channels', { name: 'Crowded' });
    await member.done(`PUT /channels/${channel.id}/members/${id}`, { role: 'writer' });
    await inStorage(dataFolder, async (tx) => {
      await multiply(tx, 'users', ['id', 'email'], id!, members);
      await multiply(tx, 'channel_members', ['user_id'], id!, members);
    });
    return channel.id;
  },
  attacks: [
    ({ member, keep }, channelId) =>
      keep(1, async () => {
        await member.api(`DELETE /channels/${channelId}`);
        await member.api(`POST /trash/${channelId}/restore`);
        await member.api(`PUT /channels/${channelId}/members/member@home.test`, { role: 'reader' });
      }),
  ],
};

/** A host that webhooks may be sent to. It refuses each connection. */
export const nobodyThere = '127.0.0.1:9';

const webhooks: Case<string[]> = {
  name: 'webhooks',
  does: 'writes posts, and resumes as many webhooks as may be whose receiver is never there',
  async prepare({ member }) {
    const added = times(limits.webhooksEach, (number) =>
      member.done('POST /me/webhooks', { url: `http://${nobodyThere}/${number}` }),
    );
    return (await Promise.all(added)).map(({ webhook }) => webhook.id);
  },
  attacks: [
    ({ member, keep }, ids) =>
      keep(4, (number) => member.api(`PUT /me/webhooks/${ids[number % ids.length]!}/deliveries`)),
    ({ member, keep }) => keep(2, (number) => member.api('POST /channels/general/posts', { body: `Post ${number}` })),
  ],
};

const exported: Case<Pit & { readonly viewId: string }> = {
  name: 'exports',
  does: 'exports a large Data Set in every format and its channel, and asks for places far down in it',
  async prepare(stage) {
    const fields = times(5, (number) => ({ key: `note_${number}`, type: 'text' as const }));
    const values = Object.fromEntries(fields.map(({ key }) => [key, 'Unloading, "at six"; & <later> '.repeat(8)]));
    const records = times(stage.long ? 100_000 : 20_000, (number) => ({ title: `Row ${number}`, values }));
    const pit = await pitOf(stage, fields, records, { name: 'Exported' });
    const sort = [{ fieldKey: 'note_1', direction: 'desc' }];
    const definition = { name: 'Sorted', objectTypeId: pit.objectTypeId, renderer: 'table', sort };
    const { view } = await stage.member.done(`POST /channels/${pit.channelId}/views`, definition);
    return { ...pit, viewId: view.id };
  },
  attacks: [
    ({ member, keep }, { channelId, objectTypeId }) => {
      const whole = `/channels/${channelId}/export`;
      const formats = ['csv', 'xlsx', 'jsonl'].map(
        (format) => `/channels/${channelId}/data-sets/${objectTypeId}/export?format=${format}`,
      );
      const paths = [...formats, whole];
      return keep(6, (number) => member.api(`GET ${paths[number % paths.length]!}`));
    },
    ({ member, keep }, { channelId, viewId }) =>
      keep(3, () => member.api(`GET /channels/${channelId}/views/${viewId}/anchors`)),
  ],
};

/** Versions of a document that its channel's feed does not show any more. */
const unshown = 100_000;

const exportedFeed: Case<string> = {
  name: 'exported-feed',
  does: `exports a channel whose feed holds ${unshown.toLocaleString('en')} versions of a document in the trash`,
  async prepare({ member, dataFolder }) {
    const { channel } = await member.done('POST /channels', { name: 'Gone' });
    const document = { kind: 'markdown', title: 'Gone', content: 'Gone', channelId: channel.id };
    const { artifact } = await member.done('POST /artifacts', { ...document, idempotencyKey: crypto.randomUUID() });
    await inStorage(dataFolder, async (tx) => {
      const item = tx.selectFrom('feed_items').select('id').where('subject_id', '=', artifact.id);
      const { id } = await item.executeTakeFirstOrThrow();
      await multiply(tx, 'feed_items', ['id'], id, unshown);
    });
    await member.done(`DELETE /artifacts/${artifact.id}`);
    return channel.id;
  },
  attacks: [({ member, keep }, channelId) => keep(3, () => member.api(`GET /channels/${channelId}/export`))],
};

export const ofEveryDay = [activity, inbox, attached, crowded, exported, exportedFeed, webhooks];

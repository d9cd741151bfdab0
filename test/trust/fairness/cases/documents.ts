import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { limits } from '../../../../schemas/limits.ts';
import { form, textFile } from '../../../support/forms.ts';
import { officeTypes, xlsx } from '../../../support/office.ts';
import { inStorage } from '../../../support/storage.ts';
import { RawConnection } from '../../sockets.ts';
import type { Stage, Case } from '../case.ts';
import { times } from './pit.ts';

interface Stale {
  readonly artifactId: string;
  readonly versionId: string;
}

const lines = (word: string) => times(99_000, (number) => `${word} ${number}`).join('\n');

/** A document of the hostile member, and a version of it that is not the current one. */
async function staleIn({ member }: Stage): Promise<Stale> {
  const key = () => ({ 'idempotency-key': crypto.randomUUID() });
  const document = { kind: 'markdown', title: 'Lines', content: lines('line') };
  const { artifact } = await member.done('POST /artifacts', document, key());
  const change = { expectedVersionId: artifact.versionId, content: lines('other') };
  await member.done(`PATCH /artifacts/${artifact.id}`, change, key());
  return { artifactId: artifact.id, versionId: artifact.versionId };
}

const conflicts: Case<Stale> = {
  name: 'conflicts',
  does: 'changes a document of 99,000 lines on top of a version that is no longer current, over five connections',
  prepare: staleIn,
  attacks: [
    ({ member, keep }, { artifactId, versionId }) => {
      const change = { expectedVersionId: versionId, content: lines('third') };
      const key = () => ({ 'idempotency-key': crypto.randomUUID() });
      return keep(5, () => member.api(`PATCH /artifacts/${artifactId}`, change, key()));
    },
  ],
};

const edits: Case<Stale> = {
  name: 'edits',
  does: 'replaces all of something a hundred times in 1.5 MiB',
  async prepare({ member }) {
    const document = { kind: 'markdown', title: 'Long', content: 'ab'.repeat(limits.markdownBytes / 2) };
    const { artifact } = await member.done('POST /artifacts', document, { 'idempotency-key': crypto.randomUUID() });
    return { artifactId: artifact.id, versionId: artifact.versionId };
  },
  attacks: [
    ({ member, keep }, { artifactId, versionId }) => {
      const edit = (number: number) => ({
        oldText: 'ab'.slice(number % 2),
        newText: 'ba'.slice(number % 2),
        replaceAll: true,
      });
      const change = { expectedVersionId: versionId, edits: times(limits.edits, edit) };
      return keep(4, () =>
        member.api(`PATCH /artifacts/${artifactId}`, change, { 'idempotency-key': crypto.randomUUID() }),
      );
    },
  ],
};

const connections: Case<Stale> = {
  name: 'connections',
  does: 'does the same while three hundred connections come at once that say nothing, again and again',
  prepare: edits.prepare!,
  attacks: [
    ...edits.attacks,
    ({ url, keep }) =>
      keep(1, async () => {
        const silent = await Promise.all(times(300, () => RawConnection.to(url)));
        await sleep(500);
        for (const connection of silent) connection.cut();
      }),
  ],
};

const batches: Case<Stale> = {
  name: 'batches',
  does: 'sends batches of up to a hundred calls to /mcp: stale changes, searches, feeds',
  prepare: staleIn,
  attacks: [
    async ({ member, strangers, keep }, { artifactId, versionId }) => {
      const stale = { artifactId, expectedVersionId: versionId, content: 'Another plan.\n'.repeat(1_000) };
      const calls = [
        { name: 'workspace_artifact_update', arguments: stale },
        { name: 'workspace_search', arguments: { limit: limits.pageMost } },
        { name: 'workspace_search', arguments: { q: 'the crane of the harbour', passages: 5, limit: limits.pageMost } },
        { name: 'workspace_feed', arguments: { channelId: 'general', limit: limits.feedPageMost } },
      ];
      const sizes = [100, 100, 20, 10];
      await keep(8, (number) => {
        const params = calls[number % calls.length]!;
        const batch = times(sizes[Math.floor(number / calls.length) % sizes.length]!, (id) => ({
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params,
        }));
        const sender = number % 2 ? member : strangers[number % strangers.length]!;
        return sender.send({
          method: 'POST',
          path: '/mcp?tools=all',
          headers: mcp,
          body: Buffer.from(JSON.stringify(batch)),
        });
      });
    },
  ],
};

const mcp = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
  'mcp-protocol-version': '2025-03-26',
};

/** As many passages as a text of 60 MiB has. */
const passagesOfLong = 60_000;

const renames: Case<string> = {
  name: 'renames',
  does: 'renames a file with a very long text, again and again',
  async prepare({ member, dataFolder }) {
    const { file } = await member.done('POST /files', form(['file', textFile('crane'), 'crane.txt']));
    await inStorage(dataFolder, (tx) =>
      sql`with recursive number(n) as (select 1 union all select n + 1 from number where n < ${passagesOfLong})
        insert into passages (resource_type, resource_id, version_id, home, title, body)
        select resource_type, resource_id, version_id, home, title, body || n
        from passages cross join number where resource_id = ${file.id}`.execute(tx),
    );
    return file.id;
  },
  attacks: [
    ({ member, keep }, fileId) =>
      keep(2, (number) => member.api(`PATCH /files/${fileId}`, { fileName: `crane-${number}.txt` })),
  ],
};

const workbooks: Case<readonly string[]> = {
  name: 'workbooks',
  does: 'imports workbooks and sheets of 100,000 rows with a mistake in the last one, over six connections',
  async prepare({ member }) {
    const rows = times(100_000, (number) => [String(number), `row ${number}`]);
    const book = xlsx({ Rows: [['Number', 'Text'], ...rows, ['one', 'mistake']] });
    const table = `Number;Text\n${rows.map((row) => row.join(';')).join('\n')}\none;mistake\n`;
    const stored = async (name: string, type: string, bytes: Uint8Array<ArrayBuffer>) =>
      (await member.done('POST /files', form(['file', new Blob([bytes], { type }), name]))).file.id;
    return [
      await stored('rows.xlsx', officeTypes.xlsx, new Uint8Array(book)),
      await stored('rows.csv', 'text/csv', new Uint8Array(Buffer.from(`\uFEFF${table}`, 'utf16le'))),
    ];
  },
  attacks: [
    ({ member, keep }, fileIds) =>
      keep(6, (number) => {
        const body = { fileId: fileIds[number % fileIds.length]!, types: { Number: 'number' } };
        return member.api('POST /channels/general/data-sets/import', body);
      }),
  ],
};

const previews: Case<string> = {
  name: 'previews',
  does: 'previews a table of 20 MiB with 200 columns over and over: six at once, each asked again before its answer has come',
  async prepare({ member }) {
    const row = times(limits.fields, (number) => `cell ${number}`).join();
    const rows = `${times(limits.fields, (number) => `Column ${number}`).join()}\n${`${row}\n`.repeat(11_000)}`;
    const file = new Blob([rows], { type: 'text/csv' });
    return (await member.done('POST /files', form(['file', file, 'wide.csv']))).file.id;
  },
  attacks: [
    ({ member, keep }, fileId) =>
      keep(6, (number) => {
        const body = { fileId, labels: { 'Column 0': `First ${number}` } };
        const patience = AbortSignal.timeout(number % 4 === 0 ? 20_000 : 300);
        return member.api('POST /channels/general/data-sets/preview-import', body, {}, patience);
      }),
  ],
};

export const ofDocuments = [conflicts, edits, connections, batches, renames, workbooks, previews];

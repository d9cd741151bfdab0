import { expect, test } from 'vitest';
import { type Account, sharedGateway } from '../support/rest.ts';
import { savedView, viewData } from '../support/data-sets.ts';

const gateway = sharedGateway({ email: 'other@workspace.test' });

const stages = ['open', 'won', 'lost'];

/** Records with many ties and empty values; a title tells which it is. */
const valuesOf = (index: number) => ({
  ...(index % 5 !== 0 && { amount: index % 4 }),
  ...(index % 3 !== 0 && { stage: stages[index % stages.length] }),
});

async function dataSetOf(account: Account): Promise<string> {
  const answer: unknown = await account.done('POST /channels/general/data-sets', {
    name: 'Walked',
    fields: [
      { key: 'amount', type: 'number' },
      { key: 'stage', type: 'select', options: { choices: stages.map((key) => ({ key })) } },
    ],
  });
  return (answer as { dataSet: { objectTypeId: string } }).dataSet.objectTypeId;
}

async function addRecord(account: Account, objectTypeId: string, title: string, values: object): Promise<string> {
  const answer: unknown = await account.done('POST /channels/general/records', { objectTypeId, title, values });
  return (answer as { record: { id: string } }).record.id;
}

const directions = ['asc', 'desc'] as const;
const sorts = [
  [],
  ...directions.map((direction) => [{ fieldKey: 'amount', direction }]),
  ...directions.map((direction) => [{ fieldKey: 'stage', direction }]),
  ...directions.flatMap((first) =>
    directions.map((second) => [
      { fieldKey: 'stage', direction: first },
      { fieldKey: 'amount', direction: second },
    ]),
  ),
  [{ fieldKey: 'title', direction: 'desc' }],
];

test.each(
  sorts.map((sort) => ({ sort, name: sort.map(({ fieldKey, direction }) => `${fieldKey} ${direction}`).join(', ') })),
)(
  'a walk by cursor through [$name] meets what stays exactly once while another inserts and deletes',
  async ({ sort }) => {
    const other = gateway.as('other@workspace.test');
    const objectTypeId = await dataSetOf(gateway.admin);
    const staying: string[] = [];
    const passing: string[] = [];
    for (let index = 0; index < 60; index += 1) {
      const id = await addRecord(gateway.admin, objectTypeId, `Record ${index}`, valuesOf(index));
      (index % 4 === 1 ? passing : staying).push(id);
    }
    const view = await savedView(gateway.admin, 'general', { name: 'Walk', objectTypeId, renderer: 'table', sort });

    const met: string[] = [];
    let cursor: string | undefined;
    for (let page = 0; ; page += 1) {
      const data = await viewData(gateway.admin, 'general', view.id, { limit: 7, ...(cursor && { cursor }) });
      met.push(...data.records!.map(({ id }) => id));
      expect(page).toBeLessThan(60);
      expect(data.completeness!.complete).toBe(data.nextCursor === undefined);
      cursor = data.nextCursor;
      if (cursor === undefined) break;
      // Also the record at which the page ended may go, and new ones come before and behind it.
      const last = data.records!.at(-1)!.id;
      for (const id of [last, passing[page]].filter((one) => passing.includes(one!))) {
        await other.done(`DELETE /channels/general/records/${id}`);
      }
      for (const index of [page, page + 1, page + 2]) {
        await addRecord(other, objectTypeId, `Inserted ${page}.${index}`, valuesOf(index));
      }
    }

    expect(met.length).toBe(new Set(met).size);
    expect(met.filter((id) => staying.includes(id)).sort()).toEqual(staying.sort());
  },
);

import { beforeAll, expect, test } from 'vitest';
import type { FieldInput } from '../../schemas/fields.ts';
import { limits } from '../../schemas/limits.ts';
import { newDataSet, savedView, viewData } from '../support/data-sets.ts';
import { sharedGateway } from '../support/rest.ts';

const gateway = sharedGateway();
const fields: FieldInput[] = Array.from({ length: 60 }, (_, n) => ({ key: `note_${n}`, type: 'long_text' }));
const recordCount = 8;
const charactersOfRecord = fields.length * limits.cell;
/** The one with which the limit is passed is shown too. */
const fitting = Math.floor(limits.answerBytes / charactersOfRecord) + 1;

let objectTypeId = '';
beforeAll(async () => {
  const values = Object.fromEntries(fields.map(({ key }) => [key, 'x'.repeat(limits.cell)]));
  const records = Array.from({ length: recordCount }, (_, n) => ({ title: `Record ${n}`, values }));
  objectTypeId = (await newDataSet(gateway.dataFolder, 'general', 'Notes', fields, records)).id;
});

test('a page of records too large for one answer ends early, and the next goes on behind it', async () => {
  const { slug } = await savedView(gateway.admin, 'general', { name: 'Notes', objectTypeId, renderer: 'table' });
  const seen: string[] = [];
  for (let cursor: string | undefined, page = 0; page === 0 || cursor !== undefined; page += 1) {
    const data = await viewData(gateway.admin, 'general', slug, { limit: 200, ...(cursor && { cursor }) });
    const isLast = seen.length + data.records!.length === recordCount;
    expect(data.completeness).toEqual({
      complete: isLast,
      returned: data.records!.length,
      limit: 200,
      ...(!isLast && { reason: 'row_limit' }),
    });
    if (!isLast) expect(data.records).toHaveLength(fitting);
    seen.push(...data.records!.map(({ title }) => title));
    cursor = data.nextCursor;
  }
  expect(seen).toEqual(Array.from({ length: recordCount }, (_, n) => `Record ${n}`));
});

const groups = fields.slice(0, 7);
const fittingGroups = Math.floor(limits.answerBytes / (groups.length * limits.cell)) + 1;

test.each([
  ['records', {}, 'row_limit', fitting],
  ['groups', { groupBy: ['title', ...groups.map(({ key }) => key)] }, 'group_limit', fittingGroups],
])('a typed query of %s says when it ended early', async (what, rest, reason, returned) => {
  const operation = what === 'groups' ? 'aggregate' : what;
  const query = { mode: 'deterministic', channelId: 'general', objectTypeId, operation, limit: 1_000, ...rest };
  const { data } = await gateway.admin.done('POST /queries', query);
  expect(data).toMatchObject({ completeness: { complete: reason === undefined, returned, limit: 1_000 } });
});

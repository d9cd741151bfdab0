import { describe, expect, test } from 'vitest';
import { sharedHost } from '../support/mcp.ts';

const host = sharedHost('--tools', 'records');

const save = async (input: Record<string, unknown>) => (await host.done('workspace_data_set_save', input)).dataSet;
const fieldsOf = async (objectTypeId: string) => {
  const { channel } = await host.done('workspace_channel_get', { channelId: 'general', objectTypeId });
  return new Map(channel.dataSets[0]!.fields.map((field) => [field.key, field]));
};

/** A tracker with fields of twelve kinds. */
const fields = [
  { key: 'summary', type: 'text', required: true },
  { key: 'details', type: 'long_text' },
  { key: 'points', type: 'number' },
  { key: 'cost', type: 'currency', options: { currencyCode: 'EUR' } },
  { key: 'progress', type: 'percent' },
  { key: 'blocked', type: 'checkbox' },
  { key: 'due', type: 'date' },
  { key: 'seen', type: 'date_time' },
  { key: 'stage', type: 'select', options: { choices: [{ key: 'open' }, { key: 'done' }] } },
  { key: 'labels', type: 'multi_select', options: { choices: [{ key: 'bug' }] } },
  { key: 'link', type: 'url' },
  { key: 'parent', type: 'record', options: { objectTypeId: 'self' } },
];

describe('workspace_data_set_save', () => {
  test('makes a tracker with fields of twelve kinds, one of which points to its own records', async () => {
    const made = await save({ channelId: 'general', name: 'Tasks', fields });
    const { objectTypeId } = made;
    expect(made).toMatchObject({ objectType: 'task', name: 'Tasks' });
    const stored = await fieldsOf(objectTypeId);
    expect(fields.map(({ key }) => stored.get(key)?.type)).toEqual(fields.map(({ type }) => type));
    expect(stored.get('parent')!.options).toEqual({ objectTypeId });
    const write = (create: object[]) => host.done('workspace_records_write', { objectTypeId, create });
    const { created } = await write([{ title: 'Whole', values: { summary: 'all' } }]);
    const [parent] = created!;
    await write([{ title: 'Part', values: { summary: 'some', parent } }]);
    const strange = { objectTypeId, create: [{ title: 'Stray', values: { summary: 'x', parent: 'rec_none' } }] };
    const { problem } = await host.call('workspace_records_write', strange);
    expect(problem).toMatchObject({ code: 'invalid_values', errors: [{ path: '/create/0/values/parent' }] });
  });

  test('adds fields and choices and relabels them, without repeating what stays', async () => {
    const { objectTypeId } = await save({ channelId: 'general', name: 'Orders', fields });
    const saved = await save({
      objectTypeId,
      name: 'All orders',
      fields: [
        { key: 'cost', label: 'Price' },
        { key: 'stage', label: 'Phase', options: { choices: [{ key: 'open', label: 'Open' }, { key: 'lost' }] } },
        { key: 'owner', type: 'user', multiple: true },
        { key: 'follows', type: 'record', options: { objectTypeId: 'self' } },
      ],
    });
    expect(saved).toMatchObject({ objectTypeId, name: 'All orders' });
    const stored = await fieldsOf(objectTypeId);
    expect(stored.get('cost')).toMatchObject({ label: 'Price', options: { currencyCode: 'EUR' } });
    expect(stored.get('stage')).toMatchObject({
      label: 'Phase',
      options: {
        choices: [
          { key: 'open', label: 'Open' },
          { key: 'done', label: 'done' },
          { key: 'lost', label: 'lost' },
        ],
      },
    });
    expect(stored.get('owner')).toMatchObject({ type: 'user', multiple: true });
    expect(stored.get('follows')!.options).toEqual({ objectTypeId });
    expect(stored.get('summary')).toMatchObject({ label: 'summary', required: true });
  });

  test('knows no Data Set of others', async () => {
    const { problem } = await host.call('workspace_data_set_save', { objectTypeId: 'ot_none', name: 'Mine' });
    expect(problem?.code).toBe('not_found');
  });
});

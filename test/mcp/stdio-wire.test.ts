import { describe, expect, test } from 'vitest';
import { sharedWire, startInitializedWire, type Wire } from '../support/mcp.ts';
import { temporaryFolder } from '../support/product.ts';

const ping = (id: unknown) => ({ jsonrpc: '2.0', id, method: 'ping' });

/** The lines that answer a line, before the answer to a proper request behind it. */
async function answersTo(wire: Wire, line: string): Promise<unknown[]> {
  const before = wire.lines.length;
  wire.send(line);
  await wire.request('ping');
  return wire.lines.slice(before, -1).map((text) => JSON.parse(text) as unknown);
}

const refusal = (code: number, id: unknown = null) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message: expect.any(String) },
});

describe('a line', () => {
  const wire = sharedWire();

  test.each([
    ['prose', 'hello', [refusal(-32_700)]],
    ['half of a message', '{"jsonrpc":"2.0","id":1,', [refusal(-32_700)]],
    ['a line that is too long', 'x'.repeat(33 * 1024 * 1024), [refusal(-32_700)]],
    ['a number', '3', [refusal(-32_600)]],
    ['an empty object', '{}', [refusal(-32_600)]],
    ['another protocol', JSON.stringify({ ...ping('odd'), jsonrpc: '1.0' }), [refusal(-32_600, 'odd')]],
    [
      'an ID that JSON cannot hold exactly',
      '{"jsonrpc":"2.0","id":9007199254740992,"method":"ping"}',
      [refusal(-32_600, 2 ** 53)],
    ],
    ['an ID that is an object', JSON.stringify(ping({})), [refusal(-32_600)]],
    ['a batch, which this revision does not have', JSON.stringify([ping('a')]), [refusal(-32_600)]],
    ['nothing but blanks', ' \t', []],
    ['an answer to no request', '{"jsonrpc":"2.0","id":99,"result":3}', []],
  ])('of %s is answered as JSON-RPC says', async (_what, line, answers) => {
    expect(await answersTo(wire(), line)).toEqual(answers);
  });
});

test('a batch of a revision that has them is answered whole', async () => {
  const wire = await startInitializedWire(await temporaryFolder(), '2025-03-26');
  const note = { jsonrpc: '2.0', method: 'notifications/none' };
  const batch = [ping('a'), note, { ...ping('b'), method: 'no/such' }, 7];
  const answers = await answersTo(wire, JSON.stringify(batch));
  expect(answers).toEqual([expect.any(Array)]);
  expect(answers[0]).toHaveLength(3);
  expect(answers[0]).toEqual(
    expect.arrayContaining([
      refusal(-32_600),
      { jsonrpc: '2.0', id: 'a', result: {} },
      { jsonrpc: '2.0', id: 'b', error: expect.objectContaining({ code: -32_601 }) },
    ]),
  );
  expect(await answersTo(wire, JSON.stringify([note]))).toEqual([]);
  const wrong = [[], [ping('a'), ping('a')], Array.from({ length: 51 }, (_, id) => ping(`${id}`))];
  for (const messages of wrong) expect(await answersTo(wire, JSON.stringify(messages))).toEqual([refusal(-32_600)]);

  const twice = await answersTo(wire, `${JSON.stringify([ping('a'), ping('b')])}\n${JSON.stringify([ping('a')])}`);
  const answered = { jsonrpc: '2.0', result: {} };
  const both = expect.arrayContaining(['a', 'b'].map((id) => ({ ...answered, id })));
  expect(twice).toHaveLength(2);
  expect(twice).toEqual(expect.arrayContaining([refusal(-32_600), both]));
});

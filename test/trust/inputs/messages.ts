import fc from 'fast-check';
import { damage } from './damage.ts';
import { ensure } from './judging.ts';
import type { Lab } from './lab.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';
import { naughty } from './strings.ts';
import { anything, type Json, sometimes, written } from './values.ts';

const methods = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.constantFrom(
      'initialize',
      'ping',
      'tools/list',
      'tools/call',
      'resources/list',
      'resources/templates/list',
      'resources/read',
      'resources/subscribe',
      'prompts/list',
      'prompts/get',
      'completion/complete',
      'logging/setLevel',
      'server/discover',
      'subscriptions/listen',
      'notifications/initialized',
      'notifications/cancelled',
    ),
  },
  { weight: 1, arbitrary: naughty },
);

const versions = fc.constantFrom(
  '2024-11-05',
  '2025-03-26',
  '2025-06-18',
  '2025-11-25',
  '2026-07-28',
  '1',
  'latest',
  '',
);
const kinds = fc.constantFrom('channels', 'artifacts', 'files', 'records', '');

/** Parameters that some method takes: resources by their addresses, prompts, and what completes them. */
const params = (lab: Lab): fc.Arbitrary<Json> => {
  const id = fc.oneof(
    fc.constantFrom('ch', 'art', 'file').map((kind) => lab.first(kind, 0) ?? ''),
    fc.nat().map((place) => lab.foreign[place % lab.foreign.length] ?? ''),
    naughty,
  );
  const uri = fc.oneof(
    { weight: 4, arbitrary: fc.tuple(kinds, id).map(([kind, one]) => `workspace://${kind}/${one}`) },
    { weight: 1, arbitrary: naughty },
  );
  const name = fc.oneof(fc.constantFrom('summarize_channel', 'ask_data_set', 'workspace_channel_get'), naughty);
  const argument = fc.record({ name: fc.constantFrom('channel', 'artifact', 'file'), value: id });
  const ref = fc.oneof(
    uri.map((one) => ({ type: 'ref/resource', uri: one })),
    name.map((one) => ({ type: 'ref/prompt', name: one })),
    fc
      .constantFrom('channels/{channel}', 'files/{file}')
      .map((one) => ({ type: 'ref/resource', uri: `workspace://${one}` })),
  );
  return fc.oneof(
    uri.map((one): Json => ({ uri: one })),
    fc.tuple(name, id).map(([one, channel]): Json => ({ name: one, arguments: { channel, channelId: channel } })),
    fc.tuple(ref, argument).map(([one, asked]): Json => ({ ref: one, argument: asked })),
    versions.map(
      (protocolVersion): Json => ({ protocolVersion, capabilities: {}, clientInfo: { name: 'a', version: '1' } }),
    ),
    anything,
  );
};

/** Messages of the protocol. No answer is a defect or tells anything of other organisations. */
export function messageParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const message = fc
    .tuple(
      fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, { weight: 1, arbitrary: anything }),
      fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: anything }),
      methods,
      sometimes(anything),
      params(lab),
    )
    .map(([jsonrpc, id, method, odd, usual]): Json => ({ jsonrpc, id, method, params: odd ?? usual }));
  const messages = fc.oneof(
    { weight: 6, arbitrary: message },
    { weight: 1, arbitrary: fc.array(message, { maxLength: 4 }) },
  );
  const hurt = fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: damage });
  return [
    {
      name: 'MCP messages',
      kind: 'MCP messages',
      runs,
      prepare: () => lab.renew(),
      property: promise(fc.tuple(messages, versions, hurt), async ([asked, version, change]) => {
        const headers = {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          'mcp-protocol-version': version,
        };
        const whole = { method: 'POST', path: '/mcp', headers, body: Buffer.from(written(asked)) };
        const sent = change?.(whole) ?? whole;
        const reply = await line.ask(sent);
        judge.tellsNothing(Buffer.from(sent.body ?? '').toString(), reply);
        ensure(!isDefect(reply.bytes.toString()), reply.bytes.toString());
      }),
    },
  ];
}

/**
 * An internal error, except the one with which the SDK refuses parameters. The latter begins with the list of schema issues.
 */
const isDefect = (answer: string): boolean => /"code":-32603,"message":"(?!\[\\n)/.test(answer);

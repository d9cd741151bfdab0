import fc from 'fast-check';
import type { JsonSchema } from '../../../src/http/openapi/json-schema.ts';
import type { Definition } from './definition.ts';
import { fitting, meant } from './fitting.ts';
import { knownIn } from './known.ts';
import { mistaken } from './mistakes.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';
import type { Line, Sent } from './sending.ts';
import { isInput, type Json, valuesOf, written } from './values.ts';

const path = '/mcp?tools=all';
const message = (method: string, params: Json): Sent => ({
  method: 'POST',
  path,
  headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
  body: Buffer.from(written({ jsonrpc: '2.0', id: 1, method, params })),
});

export async function definitionsAt(line: Line): Promise<readonly Definition[]> {
  const { bytes } = await line.ask(message('tools/list', {}));
  return (JSON.parse(bytes.toString()) as { result: { tools: Definition[] } }).result.tools;
}

/** A tool with good arguments, and with nearly good ones. */
export function partsOfTool(definition: Definition, runs: number, { line, lab, judge, outcomes }: Sender): Part[] {
  const { name, inputSchema } = definition;
  const good = valuesOf(inputSchema, (inputSchema.$defs as Record<string, JsonSchema>) ?? {}, knownIn(lab));
  const call = async (input: Json) => {
    const sent = message('tools/call', { name, arguments: input });
    await lab.tend();
    const reply = await line.ask(sent);
    judge.ofTool(definition, Buffer.from(sent.body!).toString(), reply);
    const answer = reply.bytes.toString();
    const isDone = answer.includes('"structuredContent"');
    outcomes.count(name, isDone);
    if (isDone) lab.learn(answer);
  };
  const part = (kind: string, inputs: fc.Arbitrary<Json>): Part => ({
    name: `${name}, ${kind}`,
    kind: `${kind} tool calls`,
    runs: Math.ceil(runs / 2),
    prepare: () => lab.renew(),
    property: promise(fc.tuple(inputs, meant), ([input, rank]) =>
      call(rank !== undefined && isInput(input) ? fitting(input, lab, rank) : input),
    ),
  });
  return [part('valid', good), part('nearly valid', mistaken(good, inputSchema))];
}

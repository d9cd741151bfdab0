import fc from 'fast-check';
import type { Entry } from '../../../schemas/index.ts';
import { contractSchemas } from '../../../src/http/openapi/json-schema.ts';
import { damage } from './damage.ts';
import { fitting, meant } from './fitting.ts';
import { knownIn } from './known.ts';
import { mistaken } from './mistakes.ts';
import { type Part, promise } from './parts.ts';
import { requestOf } from './requests.ts';
import type { Sender } from './sender.ts';
import type { Sent } from './sending.ts';
import { isInput, type Json, valuesOf } from './values.ts';

const schemas = contractSchemas();

/** An operation of the contract with good input, with nearly good input, and with a body whose bytes are wrong. */
export function partsOf(
  { group, name, operation }: Entry,
  runs: number,
  { line, lab, judge, outcomes }: Sender,
): Part[] {
  const schema = schemas.inputs.get(`${group}.${name}`)!;
  const good = valuesOf(schema, schemas.components, knownIn(lab));
  const routes = fc.constantFrom(...[operation.http].flat());
  const prepare = () => lab.renew();
  const attempt = async (route: string, sent: Sent) => {
    await lab.tend();
    const reply = await line.ask(sent);
    judge.ofOperation(route, `${sent.path}\n${Buffer.from(sent.body ?? '').toString()}`, reply);
    outcomes.count(`${group}.${name}`, reply.status < 400);
    if (reply.status < 400 && operation.response === undefined) lab.learn(reply.bytes.toString());
  };
  const part = (kind: string, share: number, inputs: fc.Arbitrary<Json>) => ({
    name: `${group}.${name}, ${kind}`,
    kind: `${kind} requests`,
    runs: Math.ceil(runs * share),
    prepare,
    property: promise(fc.tuple(routes, inputs, meant), ([route, input, rank]) => {
      const asked =
        rank !== undefined && isInput(input)
          ? fitting(input, lab, rank, operation.idempotencyKey === 'required')
          : input;
      return attempt(route, requestOf(route, operation.request !== undefined, asked));
    }),
  });
  const bytes: Part = {
    name: `${group}.${name}, broken`,
    kind: 'broken requests',
    runs: Math.ceil(runs * 0.2),
    prepare,
    property: promise(fc.tuple(routes, good, damage), async ([route, input, hurt]) => {
      const sent = hurt(requestOf(route, operation.request !== undefined, input));
      const reply = await line.ask(sent);
      judge.tellsNothing(`${sent.path}\n${Buffer.from(sent.body ?? '').toString()}`, reply);
    }),
  };
  return [part('valid', 0.4, good), part('nearly valid', 0.4, mistaken(good, schema)), bytes];
}

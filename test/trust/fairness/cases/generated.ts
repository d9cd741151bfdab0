import { setTimeout as sleep } from 'node:timers/promises';
import { contract, operations as all } from '../../../../schemas/index.ts';
import { contractSchemas, type JsonSchema } from '../../../../src/http/openapi/json-schema.ts';
import { fitting } from '../../inputs/fitting.ts';
import { requestOf } from '../../inputs/requests.ts';
import { SeenIds } from '../../inputs/seen-ids.ts';
import { isInput, type Json, written } from '../../inputs/values.ts';
import { Random } from '../../../support/random.ts';
import type { Case } from '../case.ts';
import type { Sent } from '../client.ts';
import { Heaviest } from '../heaviest.ts';
import { heavyPit } from '../heavy-pit.ts';
import type { Hostile, Sender } from '../hostile.ts';

/** Answers that name all that a hostile one has. */
interface Pits {
  readonly member: string;
  readonly stranger: string;
}

/** All but the one after which a hostile one has no token to send more with. */
const operations = all.filter(({ operation }) => operation !== contract.me.signOut);

/** On a slow machine one alone does not reach the last operation. Three begin at different ones. */
const third = Math.ceil(operations.length / 3);

/** Requests of one kind under way at once. */
const atOnce = 6;
const mostBatch = 20;

/** A hostile one who sends everything that there is, as heavy as it may be. */
class Everything {
  readonly #hostile: Hostile;
  readonly #sender: Sender;
  readonly #random: Random;
  readonly #ids = new SeenIds();

  constructor(hostile: Hostile, sender: Sender, pit: string) {
    this.#hostile = hostile;
    this.#sender = sender;
    this.#random = new Random(hostile.seed);
    this.#ids.learn(pit);
  }

  /** Every operation in turn, from one of them on, until it is over. */
  async operate(first: number): Promise<void> {
    const { inputs, components } = contractSchemas();
    const heaviest = new Heaviest(this.#random, components);
    await this.#hostile.keep(atOnce, async (number) => {
      const { group, name, operation } = operations[(first + number) % operations.length]!;
      const input = this.#fitted(heaviest.of(inputs.get(`${group}.${name}`)!));
      const route = this.#random.pick([operation.http].flat());
      await this.#send(requestOf(route, operation.request !== undefined, input), [`${group}.${name}`]);
    });
  }

  /** Every tool in turn, some of them in batches. */
  async call(): Promise<void> {
    const tools = await this.#tools();
    await this.#hostile.keep(atOnce, async (number) => {
      const count = number % 4 === 0 ? mostBatch : 1;
      const chosen = Array.from({ length: count }, (_, place) => tools[(number + place) % tools.length]!);
      const messages = chosen.map(({ name, inputSchema }, id) => {
        const heaviest = new Heaviest(this.#random, (inputSchema.$defs as Record<string, JsonSchema>) ?? {});
        return {
          jsonrpc: '2.0',
          id,
          method: 'tools/call',
          params: { name, arguments: this.#fitted(heaviest.of(inputSchema)) },
        };
      });
      await this.#send(
        mcpRequest(count === 1 ? messages[0]! : messages),
        chosen.map(({ name }) => name),
      );
    });
  }

  #fitted(input: Json | undefined): Json {
    return isInput(input ?? null)
      ? fitting(input as never, this.#ids, this.#random.between(0, 1), true)
      : (input ?? null);
  }

  async #tools(): Promise<readonly { readonly name: string; readonly inputSchema: JsonSchema }[]> {
    for (;;) {
      const answer = await this.#sender.send(mcpRequest({ jsonrpc: '2.0', id: 0, method: 'tools/list', params: {} }));
      if (answer?.status === 200)
        return (JSON.parse(answer.bytes.toString()) as { result: { tools: never } }).result.tools;
      if (this.#hostile.over.aborted) return [];
      await sleep(100);
    }
  }

  async #send(sent: Sent, names: readonly string[]): Promise<void> {
    for (const name of names) this.#hostile.note('sent', name);
    const answer = await this.#sender.send(sent);
    if (!answer || answer.status >= 400) return;
    const said = answer.bytes.toString();
    if (!said.includes('"isError":true')) for (const name of names) this.#hostile.note('done', name);
    this.#ids.learn(said.slice(0, 200_000));
  }
}

const mcpRequest = (messages: unknown): Sent => ({
  method: 'POST',
  path: '/mcp?tools=all',
  headers: {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': '2025-03-26',
  },
  body: Buffer.from(written(messages)),
});

export const generated: Case<Pits> = {
  name: 'generated',
  does: 'every operation and every tool, of a member, of another organisation and without a token, as heavy as the contract lets them be',
  slower: 8,
  prepare: async ({ member, stranger, dataFolder }) => ({
    member: await heavyPit(member, dataFolder, 'pit-of-member'),
    stranger: await heavyPit(stranger, dataFolder, 'pit-of-stranger'),
  }),
  attacks: [
    (hostile, { member }) => new Everything(hostile, hostile.member, member).operate(0),
    (hostile, { member }) => new Everything(hostile, hostile.member, member).call(),
    (hostile, { stranger }) => new Everything(hostile, hostile.strangers[0]!, stranger).operate(third),
    (hostile, { member }) => new Everything(hostile, hostile.anonymous, member).operate(2 * third),
  ],
  missing: ({ sent }) =>
    operations.map(({ group, name }) => `${group}.${name}`).filter((operation) => !sent.includes(operation)),
};

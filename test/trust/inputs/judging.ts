import { isDeepStrictEqual } from 'node:util';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { errorCodes } from '../../../schemas/errors.ts';
import { hiddenIn, shown } from '../../../schemas/shown.ts';
import { received, sent, takeLeaks } from '../../support/leaks.ts';
import { Described } from '../../support/openapi.ts';
import type { Reply } from '../../support/rest.ts';
import type { OpenApi } from '../../../src/http/openapi/document.ts';
import type { Definition } from './definition.ts';
import type { World } from './world.ts';

/** Says of answers whether they keep what the interface promises; throws when one does not. */
export class Judge {
  readonly #described: Described;
  readonly #ownOrganization: string;
  readonly #outputs = new Map<string, ValidateFunction>();

  constructor(document: OpenApi, { organizationId }: Pick<World, 'organizationId'>) {
    this.#described = new Described(document);
    this.#ownOrganization = organizationId;
  }

  /** Judges the answer to a request to a route, such as `GET /api/workspace/me`. */
  ofOperation(route: string, asked: string, reply: Reply): void {
    about(asked, () => this.#ofOperation(route, asked, reply));
  }

  #ofOperation(route: string, asked: string, reply: Reply): void {
    this.#tellsNothing(asked, reply);
    const faults = isElsewhere(reply) ? undefined : this.#described.faultsOf(route, reply);
    if (faults !== undefined) throw new Error(`${route}: ${JSON.stringify(faults).slice(0, 3_000)}`);
    if (reply.status >= 400) this.#isProblem(reply.body, reply.status);
  }

  /** Judges the answer to a message to `/mcp` that calls a tool. */
  ofTool(definition: Definition, asked: string, reply: Reply): void {
    about(asked, () => this.#ofTool(definition, asked, reply));
  }

  #ofTool({ name, outputSchema }: Definition, asked: string, reply: Reply): void {
    this.#tellsNothing(asked, reply);
    if (reply.headers.get('content-type')?.startsWith('application/problem+json')) {
      return this.#isProblem(reply.body, reply.status);
    }
    const { error, result } = JSON.parse(reply.bytes.toString()) as ToolAnswer;
    if (error)
      return ensure(
        error.code === -32602 || error.code === -32600 || error.code === -32700,
        `${name}: ${error.message}`,
      );
    const { structuredContent } = result;
    const [{ text }] = result.content;
    ensure(shown(text) === text, `${name}: the text holds what is not seen: ${shown(text).slice(0, 2_000)}`);
    if (result.isError) return this.#isProblem(JSON.parse(text), undefined);
    if (structuredContent === undefined) return ensure(outputSchema === undefined, `${name}: no structured content`);
    ensure(isDeepStrictEqual(JSON.parse(text), structuredContent), `${name}: text and structured content differ`);
    ensure(
      hiddenIn(text) === undefined || isDeepStrictEqual(structuredContent.hiddenCharacters, hiddenIn(text)),
      `${name}: ${JSON.stringify(structuredContent.hiddenCharacters)} hidden characters in ${text.slice(0, 2_000)}`,
    );
    if (outputSchema === undefined) return;
    let validate = this.#outputs.get(name);
    if (!validate) {
      validate = new Ajv2020({ strict: false }).compile(outputSchema);
      this.#outputs.set(name, validate);
    }
    ensure(validate(structuredContent), `${name}: ${JSON.stringify(validate.errors)} in ${text.slice(0, 2_000)}`);
  }

  /** Judges any answer: it is not a defect, and tells nothing of other organisations or of the machine. */
  tellsNothing(asked: string, reply: Reply): void {
    about(asked, () => this.#tellsNothing(asked, reply));
  }

  #tellsNothing(asked: string, { status, headers, bytes }: Reply): void {
    sent(asked);
    received([status, ...[...headers].flat(), bytes.toString().replaceAll(this.#ownOrganization, '')].join('\n'));
    const leaks = takeLeaks();
    ensure(leaks.length === 0, JSON.stringify(leaks[0]));
    ensure(status < 500, `${status} ${bytes.toString().slice(0, 1_000)}`);
  }

  #isProblem(problem: unknown, status: number | undefined): void {
    const validate = this.#described.validatorAt('components', 'schemas', 'Problem');
    ensure(validate(problem), `no problem: ${JSON.stringify(problem)}`);
    const { code, detail, status: told } = problem as { code: keyof typeof errorCodes; detail: string; status: number };
    ensure(
      code !== 'internal' && errorCodes[code].status === (status ?? told),
      `${status} for ${JSON.stringify(problem)}`,
    );
    ensure(detail.length > 0, 'a problem that says nothing');
  }
}

interface ToolAnswer {
  readonly error?: { readonly code: number; readonly message: string };
  readonly result: {
    readonly isError?: boolean;
    readonly structuredContent: Readonly<Record<string, unknown>>;
    readonly content: readonly [{ readonly text: string }];
  };
}

/** With nothing or `prepare` for an ID the address is another one, which the operation's description does not speak of. */
const isElsewhere = ({ status, headers }: Reply) =>
  (status === 404 || status === 405) && headers.get('content-type')?.startsWith('application/problem+json') === true;

/** Adds the request to the message of a failed check. */
function about(asked: string, look: () => void): void {
  try {
    look();
  } catch (error) {
    throw new Error(`${(error as Error).message}\nin answer to ${JSON.stringify(asked).slice(0, 2_000)}`, {
      cause: error,
    });
  }
}

export function ensure(condition: boolean, otherwise: string): asserts condition {
  if (!condition) throw new Error(otherwise);
}

import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import type { OpenApi } from '../../src/http/openapi/document.ts';
import { type Reply, replyOf, type SharedGateway } from './rest.ts';

export const probes = ['GET /health', 'GET /ready'];

/** The operations of an invited person, who has no token yet. */
const invited = ['GET /api/workspace/invitations/{secret}', 'POST /api/workspace/invitations/{secret}'];

/** The described operations that need no token. */
export const withoutToken = [...probes, ...invited];

/** Asks for what a gateway shows to everybody. */
export const publicPages =
  (gateway: SharedGateway) =>
  async (path: string, headers: Record<string, string> = {}): Promise<Reply> =>
    replyOf(await fetch(gateway.url + path, { headers }));

/** A gateway's description of itself. */
export async function descriptionBy(gateway: SharedGateway): Promise<Described> {
  const { body } = await publicPages(gateway)('/openapi.json');
  return new Described(body as unknown as OpenApi);
}

export const operationsIn = (document: OpenApi) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method, path, operation })),
  );

/** Compares answers with the description of their operation. It returns the deviations as text, or nothing. */
export class Described {
  readonly document: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #known = new Map<string, ValidateFunction>();

  constructor(document: OpenApi) {
    this.document = document;
    this.#ajv.addSchema(document, 'openapi');
  }

  /** The schema at a place such as `paths//api/…/get/responses/200`, given as the names that lead there. */
  validatorAt(...names: string[]): ValidateFunction {
    const pointer = names.map((name) => encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/');
    // Hundreds of refusals have the same schema, and compiling is most of the cost.
    const schema = JSON.stringify(this.#at(names));
    let validator = this.#known.get(schema);
    if (!validator) {
      validator = this.#ajv.compile({ $ref: `openapi#/${pointer}` });
      this.#known.set(schema, validator);
    }
    return validator;
  }

  #at(names: readonly string[]): unknown {
    return names.reduce<unknown>((part, name) => (part as Record<string, unknown>)[name], this.document);
  }

  /** `request` is the operation's method and path, as the document has it. */
  faultsOf(request: string, reply: Reply): unknown {
    const [method, path] = request.split(' ') as [string, string];
    const operation = this.document.paths[path]?.[method.toLowerCase()];
    if (!operation) return `${request} is not described`;
    const status = String(reply.status);
    const response = operation.responses[status];
    if (!response) return `${request} answered ${status}, which is not described: ${reply.bytes.toString()}`;
    const type = reply.headers.get('content-type')?.split(';', 1)[0] ?? '';
    if ('*/*' in (response.content ?? {}) || reply.bytes.length === 0) return undefined;
    if (!response.content?.[type]) return `${request} answered ${type}, which is not described`;
    const validate = this.validatorAt(
      'paths',
      path,
      method.toLowerCase(),
      'responses',
      status,
      'content',
      type,
      'schema',
    );
    return validate(reply.body) ? undefined : { request, errors: validate.errors, answer: reply.body };
  }
}

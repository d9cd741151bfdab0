import type { Contract, Workspace } from '../../schemas/index.ts';
import { Gateway, type GatewayOptions } from './gateway.ts';
import type { CallOptions } from './options.ts';
import type { Input } from './requests.ts';
import { table } from './table.ts';
import type { Uploaded } from './uploads.ts';

type Call<Declared> = Declared extends (input: infer Input) => infer Answer
  ? (input: Sent<Input>, options?: CallOptions) => Answer
  : never;

/** A file to send may come from any source of bytes. */
type Sent<Input> = Input extends { file: unknown }
  ? Omit<Input, 'file'> & { readonly file: Uploaded }
  : Input extends { file?: unknown }
    ? Omit<Input, 'file'> & { readonly file?: Uploaded | undefined }
    : Input;

type Calls = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Workspace[Group][Name]>;
  };
};

/**
 * A workspace across the network: every operation of the contract as a typed `client.<resource>.<operation>(input,
 * options?)`. Rejects with a `WorkspaceError`. An unreachable gateway, a lost connection and a proxy without a gateway
 * are `unavailable`.
 */
// oxlint-disable-next-line typescript/no-unsafe-declaration-merging -- Its operations are read from the contract.
export interface WorkspaceClient extends Calls {}

export class WorkspaceClient {
  readonly #gateway: Gateway;

  constructor(options: GatewayOptions) {
    this.#gateway = new Gateway(options);
  }

  static {
    for (const [group, calls] of Object.entries(table)) {
      Object.defineProperty(this.prototype, group, {
        get(this: WorkspaceClient) {
          const named = Object.entries(calls).map(([name, call]) => [
            name,
            (input?: Input, options?: CallOptions) => this.#gateway.call(call, input, options),
          ]);
          return Object.fromEntries(named) as unknown;
        },
      });
    }
  }
}

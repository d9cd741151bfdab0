import type { Contract, Workspace } from '../../schemas/index.ts';
import { Gateway, type GatewayOptions } from './gateway.ts';
import type { CallOptions } from './options.ts';
import type { Input } from './requests.ts';
import { table } from './table.ts';
import type { Uploaded } from './uploads.ts';

type Call<Declared> = Declared extends (input: infer Input) => infer Answer
  ? (input: Sent<Input>, options?: CallOptions) => Answer
  : never;

/** A file is sent from wherever its bytes are. */
type Sent<Input> = Input extends { file: unknown } ? Omit<Input, 'file'> & { readonly file: Uploaded } : Input;

type Calls = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Workspace[Group][Name]>;
  };
};

/**
 * A workspace across the network: every operation of the contract as `client.<resource>.<operation>(input, options?)`, with
 * the types of its input and output. Rejects with a `WorkspaceError`; a gateway that cannot be reached, a connection that is
 * lost for good and a proxy without one behind it are `unavailable`.
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

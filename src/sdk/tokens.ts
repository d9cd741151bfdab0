import { invalidRequest, WorkspaceError } from '../../schemas/errors.ts';

/**
 * Gets an access token. It is asked before each call and so keeps the token itself; `refused` is the one that the gateway
 * did not take, when it shall get another.
 */
export type TokenProvider = (refused?: string) => string | Promise<string>;

/** The tokens of a provider. Calls under way at the same time ask it once; of one that was refused, once however many were. */
export class Tokens {
  readonly #provider: TokenProvider;
  #latest: string | undefined;
  #asking: Promise<string> | undefined;
  #renewing: Promise<string> | undefined;

  constructor(token: string | TokenProvider) {
    if (typeof token !== 'string' && typeof token !== 'function')
      throw invalidRequest('/token', 'must be an access token, or a function that gets one');
    this.#provider = typeof token === 'string' ? () => token : token;
  }

  current(): Promise<string> {
    return this.#renewing ?? (this.#asking ??= this.#ask().finally(() => (this.#asking = undefined)));
  }

  /** Another than the one that was refused; undefined when there is none. */
  async renewed(refused: string): Promise<string | undefined> {
    if (this.#latest === refused) {
      await (this.#renewing ??= this.#ask(refused).finally(() => (this.#renewing = undefined)));
    }
    return this.#latest === refused ? undefined : this.#latest;
  }

  async #ask(refused?: string): Promise<string> {
    const token: unknown = await this.#provider(refused);
    const trimmed = typeof token === 'string' ? token.trim() : '';
    if (!/^[\x21-\x7e]+$/.test(trimmed)) throw unusable();
    return (this.#latest = trimmed);
  }
}

const unusable = () =>
  new WorkspaceError('unauthenticated', 'The access token is empty or holds characters that no token has.');

import { invalidRequest, WorkspaceError } from '../../schemas/errors.ts';

/**
 * Gets an access token. It is called before each call, so it must cache the token itself. `refused` is the token that
 * the gateway refused; return another one then.
 */
export type TokenProvider = (refused?: string) => string | Promise<string>;

/** Caches a provider's tokens. Parallel calls ask the provider once, and once per refused token. */
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

  /** A token other than the refused one; undefined if the provider has none. */
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

import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { KeyRing, SigningKey } from '../keys.ts';
import { type ExchangedToken, exchangeSubjectToken } from '../token-exchange.ts';
import type { TokenVerifier } from '../tokens.ts';
import type { Answer, Submission } from './interactions.ts';
import type { OwnCode, SignedIn } from './own-code.ts';
import type { ProviderOptions } from './provider.ts';

export type { Answer };

export interface AuthorizationServerOptions extends ProviderOptions {
  readonly keys: KeyRing;
  readonly verifier: TokenVerifier;
  /** Known once the gateway listens. */
  readonly publicUrl: () => string;
}

interface Made {
  readonly publicUrl: string;
  readonly keys: readonly SigningKey[];
  readonly provider: Promise<Provider>;
}

/** The authorization server of a gateway. Its library is loaded with the first request that needs it. */
export class AuthorizationServer {
  readonly options: AuthorizationServerOptions;
  #made: Made | undefined;

  constructor(options: AuthorizationServerOptions) {
    this.options = options;
  }

  /** Returns the handler of the protocol's endpoints for a request from this address. */
  async endpoints(address: string): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> {
    const [answer, { comesFrom }] = [(await this.#provider()).callback(), await import('./asking.ts')];
    return (request, response) => {
      comesFrom(request, address);
      return answer(request, response);
    };
  }

  /** Answers the token exchange grant, which oidc-provider does not support. */
  exchange(form: URLSearchParams): Promise<ExchangedToken> {
    return exchangeSubjectToken(this.options, form);
  }

  /** Uses up a code of the app's own client. */
  async redeem(code: OwnCode): Promise<SignedIn | undefined> {
    return (await import('./own-code.ts')).redeem(await this.#provider(), code);
  }

  /** The open question of this browser, as a page. */
  async showInteraction(request: IncomingMessage, response: ServerResponse, uid: string): Promise<Answer> {
    const visit = { provider: await this.#provider(), options: this.options, request, response };
    return (await import('./interactions.ts')).showInteraction(visit, uid);
  }

  /** Accepts the person's answer. */
  async answerInteraction(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    submission: Submission,
  ): Promise<Answer> {
    const visit = { provider: await this.#provider(), options: this.options, request, response };
    return (await import('./interactions.ts')).answerInteraction(visit, uid, submission);
  }

  /** Created again after a key rotation, because its state is in the database. */
  async #provider(): Promise<Provider> {
    const publicUrl = this.options.publicUrl();
    const keys = await this.options.keys.all();
    if (this.#made?.publicUrl === publicUrl && this.#made.keys === keys) return this.#made.provider;
    const provider = import('./provider.ts').then(({ makeProvider }) => makeProvider(publicUrl, keys, this.options));
    const made = { publicUrl, keys, provider };
    this.#made = made;
    provider.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return provider;
  }
}

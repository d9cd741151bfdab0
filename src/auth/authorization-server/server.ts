import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Provider } from 'oidc-provider';
import type { KeyRing, SigningKey } from '../keys.ts';
import { type ExchangedToken, exchangeSubjectToken } from '../token-exchange.ts';
import type { TokenVerifier } from '../tokens.ts';
import type { Answer, Submission } from './interactions.ts';
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

  /** What answers at the endpoints of the protocol a request from this address. */
  async endpoints(address: string): Promise<(request: IncomingMessage, response: ServerResponse) => Promise<void>> {
    const [answer, { comesFrom }] = [(await this.#provider()).callback(), await import('./asking.ts')];
    return (request, response) => {
      comesFrom(request, address);
      return answer(request, response);
    };
  }

  /** Answers a token request of the grant type `tokenExchange`, which oidc-provider does not know. */
  exchange(form: URLSearchParams): Promise<ExchangedToken> {
    return exchangeSubjectToken(this.options, form);
  }

  /** The question that is open in this browser, as a page. */
  async showInteraction(request: IncomingMessage, response: ServerResponse, uid: string): Promise<Answer> {
    const visit = { provider: await this.#provider(), options: this.options, request, response };
    return (await import('./interactions.ts')).showInteraction(visit, uid);
  }

  /** Takes the person's answer. */
  async answerInteraction(
    request: IncomingMessage,
    response: ServerResponse,
    uid: string,
    submission: Submission,
  ): Promise<Answer> {
    const visit = { provider: await this.#provider(), options: this.options, request, response };
    return (await import('./interactions.ts')).answerInteraction(visit, uid, submission);
  }

  /** Made anew after a rotation of the keys, since all that it remembers is in the database. */
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

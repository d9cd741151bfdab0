import type { FastifyBaseLogger } from 'fastify';

type Bindings = Parameters<FastifyBaseLogger['child']>[0];
type Options = Parameters<FastifyBaseLogger['child']>[1];

/** The logger of one request. Few requests log anything by themselves, and making a child costs as much as a line. */
class RequestLogger {
  readonly #makeChild: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | undefined;

  constructor(makeChild: () => FastifyBaseLogger) {
    this.#makeChild = makeChild;
  }

  get level(): string {
    return this.#child.level;
  }

  get #child(): FastifyBaseLogger {
    return (this.#made ??= this.#makeChild());
  }

  child(...given: Parameters<FastifyBaseLogger['child']>): FastifyBaseLogger {
    return this.#child.child(...given);
  }

  static {
    for (const level of ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const) {
      const log = function (this: RequestLogger, ...given: [object]) {
        this.#child[level](...given);
      };
      Object.assign(RequestLogger.prototype, { [level]: log });
    }
  }
}

/** Makes the logger of a request when it is first used. */
export const requestLogger = (logger: FastifyBaseLogger, bindings: Bindings, options: Options): FastifyBaseLogger =>
  new RequestLogger(() => logger.child(bindings, options)) as unknown as FastifyBaseLogger;

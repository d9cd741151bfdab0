import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyReply } from 'fastify';

/** A cookie of the gateway. Its name says `__Host-` on https, and the port elsewhere, because cookies ignore ports. */
export class Cookie {
  readonly #publicUrl: () => string;
  readonly #purpose: string;
  readonly #attributes: string;

  constructor(publicUrl: () => string, purpose: string, sameSite: 'Strict' | 'Lax') {
    this.#publicUrl = publicUrl;
    this.#purpose = purpose;
    this.#attributes = `Path=/; HttpOnly; SameSite=${sameSite}`;
  }

  /** Undefined if there is none. Two are not read, because another program on this machine may have set one. */
  read(headers: IncomingHttpHeaders): string | undefined {
    const [first, ...others] = this.readAll(headers);
    return (others.length === 0 && first) || undefined;
  }

  readAll({ cookie = '' }: IncomingHttpHeaders): string[] {
    const start = `${this.#name}=`;
    const found = cookie.split(/; */).filter((pair) => pair.startsWith(start));
    return found.map((pair) => pair.slice(start.length));
  }

  set(reply: FastifyReply, value: string, seconds: number): void {
    const secure = this.#isSecure ? '; Secure' : '';
    reply.header('set-cookie', `${this.#name}=${value}; Max-Age=${seconds}; ${this.#attributes}${secure}`);
  }

  clear(reply: FastifyReply): void {
    this.set(reply, '', 0);
  }

  get #isSecure(): boolean {
    return this.#publicUrl().startsWith('https:');
  }

  get #name(): string {
    return this.#isSecure ? `__Host-${this.#purpose}` : `${this.#purpose}-${new URL(this.#publicUrl()).port || '80'}`;
  }
}

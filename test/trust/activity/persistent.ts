import { setTimeout as sleep } from 'node:timers/promises';
import type { Gateway } from '../../support/product.ts';
import type { Body } from '../../support/rest.ts';
import { patientAccountAt } from '../patient.ts';

/** The gateway that serves at the moment. */
export interface Place {
  gateway: Gateway;
}

/** Somebody who asks again, with the same key, until a gateway answers. */
export class Persistent {
  readonly #place: Place;
  readonly #token: string;
  #keys = 0;

  constructor(place: Place, token: string) {
    this.#place = place;
    this.#token = token;
  }

  async done(request: string, body?: unknown): Promise<Body> {
    const key = { 'idempotency-key': `${this.#token.slice(-8)}-${(this.#keys += 1)}` };
    for (;;) {
      try {
        return await patientAccountAt(this.#place.gateway.url, this.#token).done(request, body, key);
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        await sleep(50);
      }
    }
  }
}

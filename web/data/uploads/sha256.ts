/** The first 32 bits of the fractional parts of roots of primes (FIPS 180-4, 4.2.2 and 5.3.3). */
const fraction = (value: number): number => ((value - Math.floor(value)) * 2 ** 32) | 0;

const primes: number[] = [];
for (let number = 2; primes.length < 64; number += 1) {
  if (primes.every((prime) => number % prime !== 0)) primes.push(number);
}
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const blockBytes = 64;

/**
 * SHA-256 of bytes that come in pieces. The digest of the browser takes everything at once, and only secure pages have
 * it.
 */
export class Sha256 {
  readonly #state = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
  readonly #schedule = new Int32Array(64);
  readonly #block = new Uint8Array(blockBytes);
  #filled = 0;
  #length = 0;

  update(bytes: Uint8Array): void {
    this.#length += bytes.length;
    let from = 0;
    if (this.#filled > 0) {
      from = Math.min(blockBytes - this.#filled, bytes.length);
      this.#block.set(bytes.subarray(0, from), this.#filled);
      this.#filled += from;
      if (this.#filled < blockBytes) return;
      this.#compress(new DataView(this.#block.buffer), 0);
    }
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    for (; from + blockBytes <= bytes.length; from += blockBytes) this.#compress(view, from);
    this.#block.set(bytes.subarray(from));
    this.#filled = bytes.length - from;
  }

  /** The digest of all bytes so far, in hexadecimal. Nothing may follow. */
  digest(): string {
    const bits = this.#length * 8;
    const padding = new Uint8Array(blockBytes + ((blockBytes * 2 - 9 - this.#filled) % blockBytes) + 9 - blockBytes);
    padding[0] = 0x80;
    const view = new DataView(padding.buffer);
    view.setUint32(padding.length - 8, Math.floor(bits / 2 ** 32));
    view.setUint32(padding.length - 4, bits % 2 ** 32);
    this.update(padding);
    return Array.from(this.#state, (word) => (word >>> 0).toString(16).padStart(8, '0')).join('');
  }

  /** Without iterators, because it runs for each 64 bytes of a file. */
  #compress(view: DataView, offset: number): void {
    const schedule = this.#schedule;
    const state = this.#state;
    for (let index = 0; index < 16; index += 1) schedule[index] = view.getInt32(offset + index * 4);
    for (let index = 16; index < 64; index += 1) {
      const early = schedule[index - 15]!;
      const late = schedule[index - 2]!;
      const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
      const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
      schedule[index] = (schedule[index - 16]! + small + schedule[index - 7]! + large) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let index = 0; index < 64; index += 1) {
      const mixed = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
      const first = (h + mixed + ((e & f) ^ (~e & g)) + constants[index]! + schedule[index]!) | 0;
      const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    state[0]! += a;
    state[1]! += b;
    state[2]! += c;
    state[3]! += d;
    state[4]! += e;
    state[5]! += f;
    state[6]! += g;
    state[7]! += h;
  }
}

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

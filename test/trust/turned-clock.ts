import { readFileSync } from 'node:fs';

/*
 * Loaded into the product before anything else. TURNED_CLOCK names a file that says how many milliseconds the clock is
 * ahead. The file is read at each look at the clock. Clocks that nobody can turn, such as those of timers, stay as they
 * are.
 */

const file = process.env.TURNED_CLOCK!;
const RealDate = Date;
const now = () => RealDate.now() + Number(readFileSync(file, 'utf8'));

globalThis.Date = new Proxy(RealDate, {
  construct: (target, given: unknown[], newTarget) =>
    Reflect.construct(target, given.length === 0 ? [now()] : given, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
});

import { later } from '../../ui/later.tsx';

/** The text gives way to it, so it is here before. */
export const Conflict = later(async () => (await import('./conflict.tsx')).default);

const Nothing = () => null;

/** Where they have not come, the text stays alone. A save then asks to load the page again. */
const told = () => import('./told-later.tsx').catch(() => undefined);
export const Told = later(async () => (await told())?.Told ?? Nothing);
export const WaysOut = later(async () => (await told())?.WaysOut ?? Nothing);

/** Reads them while the workspace can be reached. A browser that could not read a part once does not try again. */
export function readAhead(): void {
  for (const part of [Conflict, Told, WaysOut]) part.preload().catch(() => {});
}

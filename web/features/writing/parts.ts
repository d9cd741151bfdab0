import { later } from '../../ui/later.tsx';

/** The text gives way to it, so it is here before. */
export const Conflict = later(async () => (await import('./conflict.tsx')).default);

const Nothing = () => null;

/** Where it has not come, the text stays alone. A save then asks to load the page again. */
export const OthersVersion = later(async () => {
  const part = await import('./others-version.tsx').catch(() => undefined);
  return part?.default ?? Nothing;
});

/** Reads them while the workspace can be reached. A browser that could not read a part once does not try again. */
export function readAhead(): void {
  for (const part of [Conflict, OthersVersion]) part.preload().catch(() => {});
}

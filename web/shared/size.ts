const units = ['B', 'KiB', 'MiB', 'GiB'];

/** A number of bytes, as people say it. */
export function sizeOf(bytes: number): string {
  const power = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(bytes, 1)) / 10));
  const figure = bytes / 1024 ** power;
  return `${figure.toLocaleString(undefined, { maximumFractionDigits: figure < 10 ? 1 : 0 })} ${units[power]}`;
}

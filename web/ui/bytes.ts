const units = ['bytes', 'KB', 'MB', 'GB'];
const number = new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 });

/** A number of bytes as a person reads it, such as `1.2 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1_000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  return `${number.format(bytes / 1_000 ** power)} ${units[power]}`;
}

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'];

/** A number of bytes as a person reads it, such as `1.2 MB`. */
export function bytesText(bytes: number): string {
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), units.length - 1);
  const format = { style: 'unit', unit: units[power]!, unitDisplay: 'short', maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(undefined, format).format(bytes / 1_000 ** power);
}

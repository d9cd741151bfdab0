const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

let symbols: ReadonlyMap<string, string> | undefined;

/** The ISO 4217 code that a code or a symbol means. `$` is the US dollar. A symbol of several currencies means none. */
export function currencyCodeOf(written: string): string | undefined {
  if (codes.has(written)) return written;
  return (symbols ??= codesBySymbol()).get(written);
}

function codesBySymbol(): Map<string, string> {
  const known = new Map([['US$', 'USD']]);
  for (const [symbol, named] of Map.groupBy(codes, (code) => symbolOf(code, 'narrowSymbol')))
    if (named.length === 1 && isUnlikeUnits(symbol)) known.set(symbol, named[0]!);
  for (const code of codes) {
    const symbol = symbolOf(code, 'symbol');
    if (symbol !== code) known.set(symbol, code);
  }
  return known;
}

/** `K`, `L` and `C$` may mean something else. */
const isUnlikeUnits = (symbol: string): boolean => /\P{ASCII}/u.test(symbol);

const symbolOf = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;

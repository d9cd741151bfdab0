const codes: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'));

const yen = ['JPY', 'CNY'];
/** Symbols that a cell has beside a code, or in a field of one of these currencies. */
const shared: ReadonlyMap<string, readonly string[]> = new Map([
  ['¥', yen],
  ['￥', yen],
]);

let symbols: ReadonlyMap<string, string> | undefined;

/**
 * The ISO 4217 codes that a code or a symbol may mean. `$` is the US dollar. Undefined for other symbols of several
 * currencies, save `¥`.
 */
export function currencyCodesOf(written: string): readonly string[] | undefined {
  if (codes.has(written)) return [written];
  const code = (symbols ??= codesBySymbol()).get(written);
  return shared.get(written) ?? (code === undefined ? undefined : [code]);
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

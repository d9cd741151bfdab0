/** Made when first needed, because the tables of Intl take memory that an idle gateway saves. */
let known: { readonly codes: ReadonlySet<string>; readonly symbols: ReadonlyMap<string, string> } | undefined;

const yen = ['JPY', 'CNY'];
/** Symbols that a cell has beside a code, or in a field of one of these currencies. */
const shared: ReadonlyMap<string, readonly string[]> = new Map([
  ['¥', yen],
  ['￥', yen],
]);

/**
 * The ISO 4217 codes that a code or a symbol may mean. `$` is the US dollar. Undefined for other symbols of several
 * currencies, save `¥`.
 */
export function currencyCodesOf(written: string): readonly string[] | undefined {
  const { codes, symbols } = (known ??= currencies());
  if (codes.has(written)) return [written];
  const code = symbols.get(written);
  return shared.get(written) ?? (code === undefined ? undefined : [code]);
}

function currencies() {
  const codes = new Set(Intl.supportedValuesOf('currency'));
  return { codes, symbols: codesBySymbol(codes) };
}

function codesBySymbol(codes: ReadonlySet<string>): Map<string, string> {
  const found = new Map([['US$', 'USD']]);
  for (const [symbol, named] of Map.groupBy(codes, (code) => symbolOf(code, 'narrowSymbol')))
    if (named.length === 1 && isUnlikeUnits(symbol)) found.set(symbol, named[0]!);
  for (const code of codes) {
    const symbol = symbolOf(code, 'symbol');
    if (symbol !== code) found.set(symbol, code);
  }
  return found;
}

/** `K`, `L` and `C$` may mean something else. */
const isUnlikeUnits = (symbol: string): boolean => /\P{ASCII}/u.test(symbol);

const symbolOf = (currency: string, currencyDisplay: 'symbol' | 'narrowSymbol'): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')!.value;

import { useNavigate, useSearch } from '@tanstack/react-router';

type Parameters = Readonly<Record<string, string | undefined>>;

/** The parameters of the address, and how to change some of them. Empty values leave the address. */
export function useAddress(): readonly [Parameters, (changed: Parameters) => void] {
  const given = useSearch({ strict: false }) as Parameters;
  const navigate = useNavigate();
  const change = (changed: Parameters) => {
    const all = Object.entries({ ...given, ...changed }).filter(([, value]) => value);
    void navigate({ to: '.', search: Object.fromEntries(all), replace: true, resetScroll: false });
  };
  return [given, change];
}

/** The known words of a list in the address, which are separated by commas. */
export const wordsIn = <Word extends string>(text: string | undefined, known: readonly Word[]): Word[] => {
  const given = new Set(text?.split(','));
  return known.filter((word) => given.has(word));
};

/** Caches the results of a function, because many questions share a few texts. */
export function keeping<Made>(most: number, make: (text: string) => Made): (text: string) => Made {
  const made = new Map<string, Made>();
  return (text) => {
    const known = made.get(text);
    if (known !== undefined) return known;
    if (made.size >= most) made.clear();
    const one = make(text);
    made.set(text, one);
    return one;
  };
}

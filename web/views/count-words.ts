const number = new Intl.NumberFormat();

/** How many records a group has, and how many of them are shown: "4,212", "50 of 4,212". */
export const countWords = (shown: number, count: number): string =>
  shown < count ? `${number.format(shown)} of ${number.format(count)}` : number.format(count);

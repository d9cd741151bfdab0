/** A chat has little room: one scrolls by hand. */
export const Going = (): null => null;

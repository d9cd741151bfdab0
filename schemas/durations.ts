/** Units of time. A day has 24 hours. */
export const dayMs = 86_400_000;
export const daySeconds = 86_400;

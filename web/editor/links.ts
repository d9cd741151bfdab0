import { withoutHidden } from '../../schemas/shown.ts';

/** A Markdown link. Marks in its words stay letters. */
export const linkTo = (words: string, path: string): string =>
  `[${withoutHidden(words).replaceAll(/[\\[\]*_`~<]/g, String.raw`\$&`)}](${path})`;

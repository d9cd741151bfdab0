import type { Word } from './language/words.ts';
import type { ShownView } from './view.ts';

export interface TableQuestion {
  readonly text: string;
  readonly words: readonly Word[];
  readonly channelId: string | undefined;
  /** The View that the asker looks at. */
  readonly view: ShownView | undefined;
}

import type { Word } from './language/words.ts';
import type { ShownView } from './view.ts';

export interface TableQuestion {
  readonly text: string;
  readonly words: readonly Word[];
  readonly channelId: string | undefined;
  /** Why no answer to it can be exact, in sentences. */
  readonly doubts?: readonly string[];
  /** Whether the channel in which it is asked has one table. */
  readonly isOnlyTable?: boolean;
  /** Whether only rules that account for every word may read it. */
  readonly isStrict?: boolean;
  /** The View that the asker looks at. */
  readonly view: ShownView | undefined;
}

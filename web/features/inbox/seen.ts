import type { InboxItem } from '../../../schemas/inbox.ts';
import { isNews } from './kinds.ts';

/** Items that were opened in this tab. The workspace itself keeps one time until which all is seen. */
const opened = new Set<string>();

const keyOf = ({ at, id }: InboxItem) => `${at} ${id}`;

/**
 * How far all is seen once this item is opened: up to the oldest item that was not opened. Undefined
 * while an older one is unopened.
 */
export function seenAfterOpening(item: InboxItem, items: readonly InboxItem[]): string | undefined {
  opened.add(keyOf(item));
  const unseen = items.filter(({ seen }) => !seen).toReversed();
  const firstUnopened = unseen.findIndex((one) => isNews(one) && !opened.has(keyOf(one)));
  return unseen.slice(0, firstUnopened < 0 ? unseen.length : firstUnopened).at(-1)?.at;
}

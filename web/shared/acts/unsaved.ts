import { drafts } from '../../data/drafts.ts';
import { outboxStore } from '../../data/outbox-store.ts';

/** Says which unsaved words signing out takes from this browser. Undefined if there are none. */
export async function lossByLeaving(): Promise<string | undefined> {
  const [kept, waiting] = await Promise.all([drafts.count().catch(() => 0), outboxStore.all().catch(() => [])]);
  // Those with a draft are counted already.
  const count = kept + waiting.filter(({ act }) => !('draft' in act)).length;
  if (count === 0) return;
  return count === 1
    ? 'One draft is not saved. Signing out removes it from this browser.'
    : `${count} drafts are not saved. Signing out removes them from this browser.`;
}

import { rootOf } from '../words.ts';
import { listed } from '../listed.ts';

const kinds = (text: string): ReadonlyMap<string, ReadonlySet<string>> =>
  new Map(
    text
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [verbs, labels] = line.split(':').map(listed) as [string[], string[]];
        const roots = new Set(labels.map(rootOf));
        return verbs.map((verb) => [verb, roots] as const);
      }),
  );

/** Verbs of what happens to a record, and the words of the label of its date. */
export const events = kinds(`
  start starts started begin begins began: start hire join begin entry out from depart
  join joins joined hire hired recruited employed: start hire join begin entry
  picked collected: pickup collection collected picked
  leave leaves left quit resign resigned end ends ended departed: end exit leave leaving
  opened created raised reported filed submitted logged: opened created reported submitted received
  close closes closed resolve resolved solve solved complete completed finish finishes finished: closed resolved completed finished done
  expire expires expired: expiry end due
  issued invoiced billed: issued invoice
  ordered placed buy buys bought purchased: order purchase sale sold
  sell sells sold: order sale sold
  send sends sent: shipped sent dispatched delivery issued
  shipped dispatched delivered: shipped sent dispatched delivery`);

/** Verbs that measure, and the words of the label of their number. */
export const measures = kinds(`
  earn earns earning earned: salary wage pay income
  weigh weighs weighing weighed: weight
  cost costs costing: cost price
  last lasts lasted: duration hours days`);

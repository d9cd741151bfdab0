import type { Business } from './businesses.ts';

/** A question in three orders of its words. The first is the plain one. */
export type Orders = readonly [plain: string, before: string, apart: string];

const months = ['January', 'February', 'March', 'May', 'July'];

/** Questions about a business, and the same in other orders of words. */
export function questionsAbout(business: Business): Orders[] {
  const { one, many, states, worker, place, kind, days, prefix } = business;
  const [amount, figure] = [business.amount.toLowerCase(), business.figure.toLowerCase()];
  const [workers, places, kinds] = [worker.names, place.names, kind.names];
  const asked: Orders[] = [];
  for (const [at, { label, verb, past }] of states.entries()) {
    const [month, where, what, who] = [months[at]!, places[at]!, kinds[at]!, workers[at]!];
    const state = label.toLowerCase();
    asked.push(
      [
        `How many ${many} did we ${verb} in ${month}?`,
        `In ${month}, how many ${many} did we ${verb}?`,
        `The ${many} we ${past} in ${month}: how many?`,
      ],
      [
        `How many ${many} were ${past} in ${where}?`,
        `In ${where}, how many ${many} were ${past}?`,
        `${many[0]!.toUpperCase()}${many.slice(1)} ${past} in ${where}: how many?`,
      ],
      [
        `What is the total ${amount} of ${state} ${many}?`,
        `For ${state} ${many}, what is the total ${amount}?`,
        `The total ${amount} of ${state} ${many}: what is it?`,
      ],
      [
        `What is the average ${figure} in ${where}?`,
        `In ${where}, what is the average ${figure}?`,
        `The average ${figure} in ${where}: what is it?`,
      ],
      [
        `How many ${what} ${many} did ${who} ${verb}?`,
        `Of the ${what} ${many}, how many did ${who} ${verb}?`,
        `The ${what} ${many} that ${who} ${past}: how many?`,
      ],
      [
        `What share of the ${many} in ${where} was ${past}?`,
        `Of the ${many} in ${where}, what share was ${past}?`,
        `In ${where}, what share of the ${many} was ${past}?`,
      ],
      [
        `Which ${worker.label.toLowerCase()} has the most ${state} ${many}?`,
        `Of all ${worker.many}, which has the most ${state} ${many}?`,
        `The most ${state} ${many}: which ${worker.label.toLowerCase()} has them?`,
      ],
      [
        `What is the ${worker.label.toLowerCase()} of ${prefix}1${at}4?`,
        `For ${prefix}1${at}4, what is the ${worker.label.toLowerCase()}?`,
        `The ${worker.label.toLowerCase()} of ${prefix}1${at}4: who is it?`,
      ],
      [
        `How many ${many} of ${who} have a ${figure} over 60?`,
        `Of the ${many} of ${who}, how many have a ${figure} over 60?`,
        `The ${many} of ${who} with a ${figure} over 60: how many?`,
      ],
      [
        `What is the highest ${amount} of ${what} in ${month}?`,
        `In ${month}, what is the highest ${amount} of ${what}?`,
        `The highest ${amount} of ${what} in ${month}: what is it?`,
      ],
      [
        `How many ${many} were ${days.participle} after 10 ${month} 2026 in ${where}?`,
        `In ${where}, how many ${many} were ${days.participle} after 10 ${month} 2026?`,
        `After 10 ${month} 2026, how many ${many} were ${days.participle} in ${where}?`,
      ],
      [
        `How many ${many} does ${who} have in ${where}?`,
        `In ${where}, how many ${many} does ${who} have?`,
        `The ${many} ${who} has in ${where}: how many?`,
      ],
    );
  }
  asked.push(
    [
      `What is the total ${amount} by ${place.label.toLowerCase()}?`,
      `By ${place.label.toLowerCase()}, what is the total ${amount}?`,
      `The total ${amount} by ${place.label.toLowerCase()}: what is it?`,
    ],
    [
      `What is the average ${figure} per ${kind.label.toLowerCase()} in ${places[0]!}?`,
      `In ${places[0]!}, what is the average ${figure} per ${kind.label.toLowerCase()}?`,
      `The average ${figure} per ${kind.label.toLowerCase()} in ${places[0]!}: what is it?`,
    ],
    [
      `Which ${one} has the highest ${amount} in ${places[1]!}?`,
      `In ${places[1]!}, which ${one} has the highest ${amount}?`,
      `The ${one} with the highest ${amount} in ${places[1]!}: which is it?`,
    ],
    [
      `What is the median ${amount} of ${kinds[2]!} ${many}?`,
      `For ${kinds[2]!} ${many}, what is the median ${amount}?`,
      `The median ${amount} of ${kinds[2]!} ${many}: what is it?`,
    ],
  );
  return asked;
}

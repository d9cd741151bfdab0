import { listed } from '../listed.ts';

/** Verbs that say only that there is something, or whose it is. A state of the records may still have their name. */
export const idleVerbs: ReadonlySet<string> = new Set(
  listed(`
    do does did done have has had make makes made get gets got take takes took taken receive receives received
    place places placed sell sells sold order orders ordered book books booked bring brings brought earn earns earned
    handle handles handled spend spends spent charge charges charged collect collects collected serve serves served
    see sees saw seen log logs logged deal deals dealt work works worked`),
);

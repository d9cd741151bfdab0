import { engineOf } from './engine.ts';
import type { Db } from './tables.ts';

/** The time in ms by which leases, sign-ins and turns begin and end. Gateways have clocks of their own, and share that of a server. */
export const sharedTime = (db: Db): Promise<number> => engineOf(db).now();

/** The same in whole seconds, as tokens have them. */
export const sharedSeconds = async (db: Db): Promise<number> => Math.floor((await sharedTime(db)) / 1_000);

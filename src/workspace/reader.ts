import type { Reader } from './access.ts';
import type { Caller } from './context.ts';

/** The part of a caller that decides what they see; the values that a prepared query takes. */
export const readerOf = ({ userId, organizationId, role }: Caller): Reader => ({ userId, organizationId, role });

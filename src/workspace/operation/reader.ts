import type { Reader } from './access.ts';

/** The part of a caller that decides what they see; the values that a prepared query takes. */
export const readerOf = ({ userId, organizationId, role }: Reader): Reader => ({ userId, organizationId, role });

import type { FieldKind } from '../kind.ts';
import { pickedKind } from '../picked.tsx';

/** A conversation. Picking one starts no run. */
export const session: FieldKind = pickedKind('session');

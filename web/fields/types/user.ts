import type { FieldKind } from '../kind.ts';
import { pickedKind } from '../picked.tsx';

/** A person of the organization. */
export const user: FieldKind = pickedKind('user');

import type { FieldKind } from '../kind.ts';
import { pickedKind } from '../picked.tsx';

/** A document or sheet. */
export const artifact: FieldKind = pickedKind('artifact');

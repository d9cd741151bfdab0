import type { FieldKind } from '../kind.ts';
import { pickedKind } from '../picked.tsx';

/** A stored file. */
export const file: FieldKind = pickedKind('file');

import type { FieldKind } from '../kind.ts';
import { pickedKind } from '../picked.tsx';

/** A record, which may be of another Data Set. */
export const record: FieldKind = pickedKind('record');

import type { FieldKind } from '../kind.ts';
import { addressKind } from '../texts.tsx';

/** A number to call. */
export const phone: FieldKind = addressKind('phone');

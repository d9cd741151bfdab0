import type { FieldKind } from '../kind.ts';
import { addressKind } from '../texts.tsx';

/** An address to write to. */
export const email: FieldKind = addressKind('email');

import { plain } from '../texts.tsx';
import type { FieldKind } from '../kind.ts';

/** One line. */
export const text: FieldKind = plain;

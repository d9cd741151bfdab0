import type { FieldKind } from '../kind.ts';
import { addressKind } from '../texts.tsx';

/** A web address, which opens in a tab of its own. */
export const url: FieldKind = addressKind('url');

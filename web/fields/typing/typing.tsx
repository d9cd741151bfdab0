import { useEffect, useState } from 'react';
import type { TypingProps } from '../kind.ts';
import type * as parts from './parts.ts';
import type { TypedMomentProps } from './typed-moment.tsx';

type Parts = typeof parts;

let loaded: Parts | undefined;

/** Loads the editors before the first key, so that none is lost. */
export const loadTyping = async (): Promise<Parts> => (loaded ??= await import('./parts.ts'));

function useParts(): Parts | undefined {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (!parts) void loadTyping().then(setParts);
  }, [parts]);
  return parts;
}

export function SoughtChoice(props: TypingProps) {
  const parts = useParts();
  return parts && <parts.SoughtChoice {...props} />;
}

export function TypedMoment(props: TypedMomentProps) {
  const parts = useParts();
  return parts && <parts.TypedMoment {...props} />;
}

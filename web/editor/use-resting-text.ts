import { type RefObject, startTransition, useEffect, useRef, useState } from 'react';
import type { EditorHandle } from './editor.tsx';

/** How long one rests before the text is read again. */
const restMs = 400;

/** The text as it was when its writer last rested, and what to call when it changes. */
export function useRestingText(editor: RefObject<EditorHandle | null>, start: string) {
  const [text, setText] = useState(start);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const changed = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => startTransition(() => setText((last) => editor.current?.text() ?? last)), restMs);
  };
  return [text, changed] as const;
}

import { useEffect, useState } from 'react';
import { loadTyping } from '../../fields/typing/typing.tsx';
import type { CellEditorProps } from './cell-editor.tsx';

type Loaded = typeof import('./cell-editor.tsx');

let loaded: Loaded | undefined;

/** Loads the editors of cells once a table stands, before the first key, so that none is lost. */
export async function loadEditor(): Promise<Loaded> {
  const [editor] = await Promise.all([import('./cell-editor.tsx'), loadTyping()]);
  return (loaded = editor);
}

export function CellEditor(props: CellEditorProps) {
  const [parts, setParts] = useState(loaded);
  useEffect(() => {
    if (!parts) void loadEditor().then(setParts);
  }, [parts]);
  return parts && <parts.CellEditor {...props} />;
}

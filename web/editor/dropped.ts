import { EditorView } from '@codemirror/view';

/** A place that moves with the text around it. */
export interface PlaceInText {
  readonly at: number;
}

/** Takes files that were pasted or dropped, and the place where what they become is written. */
export type TakeFiles = (files: readonly File[], place: PlaceInText) => void;

/** Files go to the page; text is pasted and dropped as ever. */
export function dropped(take: TakeFiles) {
  const places: { at: number }[] = [];
  const taken = (event: Event, transfer: DataTransfer | null, at: number | null): boolean => {
    const files = [...(transfer?.files ?? [])];
    if (files.length === 0 || at === null) return false;
    event.preventDefault();
    const place = { at };
    places.push(place);
    take(files, place);
    return true;
  };
  return [
    EditorView.domEventHandlers({
      paste: (event, view) => taken(event, event.clipboardData, view.state.selection.main.to),
      drop: (event, view) => taken(event, event.dataTransfer, view.posAtCoords({ x: event.clientX, y: event.clientY })),
    }),
    EditorView.updateListener.of(({ changes, docChanged }) => {
      if (docChanged) for (const place of places) place.at = changes.mapPos(place.at, 1);
    }),
  ];
}

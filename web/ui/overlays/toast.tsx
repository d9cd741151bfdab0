export interface Offer {
  /** The act that is still possible, such as undoing. */
  readonly label: string;
  readonly run: () => void;
}

/** How long something can be undone. */
export const undoMs = 10_000;

/** Shows what happened during some seconds, and offers to undo it. */
export function tell(sentence: string, offer?: Offer): void {
  void import('./toasts.tsx').then(({ show }) => show(sentence, offer));
}

export interface Offer {
  /** The act that is still possible, such as undoing. */
  readonly label: string;
  readonly run: () => void;
}

/** Shows what happened during some seconds, and offers to undo it. `gone` is called once the sentence is gone. */
export function tell(sentence: string, offer?: Offer, gone?: () => void): void {
  void import('./overlays/toasts.tsx').then(({ show }) => show(sentence, offer, gone));
}

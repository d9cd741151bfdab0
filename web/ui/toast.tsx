export interface Offer {
  /** What can still be done about it, such as undoing it. */
  readonly label: string;
  readonly run: () => void;
}

/** Says what happened, for a while, and offers to undo it. `gone` is called once the sentence is gone. */
export function tell(sentence: string, offer?: Offer, gone?: () => void): void {
  void import('./overlays/toasts.tsx').then(({ show }) => show(sentence, offer, gone));
}

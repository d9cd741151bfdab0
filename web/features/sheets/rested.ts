const restMs = 1_000;

let typedAt = Number.NEGATIVE_INFINITY;
const isLetter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey;
const noteTyping = () => (typedAt = performance.now());
addEventListener('keydown', (event) => isLetter(event) && noteTyping(), { capture: true });
addEventListener('input', noteTyping, { capture: true });

/** Resolves once who typed on since a moment rests, so that what opens then takes no letters away. */
export async function rested(since: number): Promise<void> {
  for (;;) {
    const left = typedAt + restMs - performance.now();
    if (typedAt <= since || left <= 0) return;
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/** Who types on writes the next letter within this time. */
const nextMs = 200;
const restMs = 1_000;

let typedAt = Number.NEGATIVE_INFINITY;
const isLetter = ({ key, ctrlKey, metaKey }: KeyboardEvent) => key.length === 1 && !ctrlKey && !metaKey;
const noteTyping = () => (typedAt = performance.now());
addEventListener('keydown', (event) => isLetter(event) && noteTyping(), { capture: true });
addEventListener('input', noteTyping, { capture: true });

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Resolves when somebody who types on behind a moment pauses, so that a conflict takes no letters away. */
export async function rested(since: number): Promise<void> {
  await wait(nextMs);
  for (;;) {
    const left = typedAt + restMs - performance.now();
    if (typedAt <= since || left <= 0) return;
    await wait(left);
  }
}

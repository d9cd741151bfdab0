import { tell } from './toast.tsx';

/** Copies a text, and says so. Browsers let no page do that over plain HTTP. */
export async function copied(text: string, sentence: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(sentence);
  } catch {
    tell(`This browser does not let the page copy. Select this and copy it: ${text}`);
  }
}

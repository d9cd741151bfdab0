import { tell } from '../ui/overlays/toast.tsx';

/** Copies a text, and says so. Browsers let no page do that over plain HTTP. */
export async function copied(text: string, sentence: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    tell(sentence);
  } catch {
    tell(`This browser does not let the page copy. Select this and copy it: ${text}`);
  }
}

/** Copies the address of a page, or of the one that is shown. */
export const copyLink = (url = location.href): Promise<void> =>
  copied(url, 'The link is copied. It opens the page to people who may read it.');

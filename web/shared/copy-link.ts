import { tell } from '../ui/toast.tsx';

/** Copies the address of a page. */
export async function copyLink(url: string): Promise<void> {
  await navigator.clipboard.writeText(url);
  tell('The link is copied. It opens the page to people who may read it.');
}

import { copied } from '../ui/copied.ts';

/** Copies the address of a page. */
export const copyLink = (url: string): Promise<void> =>
  copied(url, 'The link is copied. It opens the page to people who may read it.');

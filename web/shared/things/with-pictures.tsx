import type { ReactNode } from 'react';
import { contentUrl } from '../../data/content-url.ts';
import { StoredPictures } from '../../read/image-link.tsx';
import { pathOf } from '../../ui/link.tsx';

/** Texts in it show the pictures that are stored in the workspace. */
export const WithPictures = ({ children }: { children: ReactNode }) => (
  <StoredPictures value={pictureAt}>{children}</StoredPictures>
);

/** The editor writes such an address, and the service answers it with the origin before it. */
const storedFile = /^\/files\/(file_\w+)$/;

function pictureAt(address: string): string | undefined {
  if (!URL.canParse(address, location.origin)) return undefined;
  const { origin, href } = new URL(address, location.origin);
  const id = origin === location.origin && storedFile.exec(pathOf(href))?.[1];
  return id ? contentUrl(id) : undefined;
}

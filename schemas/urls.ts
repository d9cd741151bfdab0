/** Resources with a page of their own in the app, wherever they are attached. */
type Standalone = 'artifact' | 'file' | 'session';

/** Resources with a page within a channel. */
type InChannel = 'record' | 'view' | 'post' | 'artifact' | 'file' | 'session';

/** The page of a channel in the app, below the public URL. */
export const channelPath = (slug: string): string => `/channels/${slug}`;

/** The page of a resource in the app, below the public URL. */
export const resourcePath = (type: Standalone, id: string): string => `/${type}s/${id}`;

/** The page of a resource within a channel: of a View by its slug, of all others by their ID. */
export const pathInChannel = (channelSlug: string, type: InChannel, id: string): string =>
  `${channelPath(channelSlug)}/${type}s/${id}`;

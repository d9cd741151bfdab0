import { base } from '../base.ts';

/** Where the bytes of a file are. */
export const contentUrl = (fileId: string): string => `${base}/api/workspace/files/${fileId}/content`;

import * as z from 'zod';

/** A file that is made while it is sent. */
export const MadeFile = z.object({ fileName: z.string(), contentType: z.string() });
export type MadeFile = z.infer<typeof MadeFile>;

/** Its bytes. They can be read once, and end with an error where they cannot be made to their end. */
export interface MadeContent {
  open(): Promise<AsyncIterable<Uint8Array>>;
}

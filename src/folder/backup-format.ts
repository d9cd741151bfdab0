import * as z from 'zod';

/*
 * A backup is a tar file, as any tar lists and unpacks it, of exactly these entries in this order: the manifest, the database,
 * the signing keys if there are any, and each blob that the database names, in the order of their digests. In the place of a
 * blob that was lost or damaged already there is an empty entry that says so by its name.
 */

const WholeFile = z.object({ size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const Manifest = z.object({
  format: z.literal('workspace-backup'),
  formatVersion: z.literal(1),
  /** The release that wrote it, and the schema of its database. */
  release: z.string().max(64),
  schema: z.int().min(1),
  createdAt: z.iso.datetime(),
  database: WholeFile,
  signingKeys: WholeFile.nullable(),
});
export type Manifest = z.infer<typeof Manifest>;

export const names = { manifest: 'manifest.json', database: 'workspace.db', signingKeys: 'signing-key.json' };

export const blobName = (sha256: string) => `blobs/${sha256.slice(0, 2)}/${sha256}`;

export const lostName = (sha256: string) => `${blobName(sha256)}.lost`;

const block = 512;

/** How many bytes an entry takes. */
export const entryBytes = (size: number) => block + Math.ceil(size / block) * block;

/** What a tar file ends with. */
export const endBytes = 2 * block;

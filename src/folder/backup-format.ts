import * as z from 'zod';

/*
 * A backup is a plain tar file with exactly these entries in order. The manifest comes first, then the database and the
 * signing keys, if any. The blobs that the database names follow, sorted by digest. An empty entry with a name of its
 * own replaces a lost or damaged blob.
 */

const WholeFile = z.object({ size: z.int().min(0), sha256: z.string().regex(/^[0-9a-f]{64}$/) });

export const Manifest = z.object({
  format: z.literal('workspace-backup'),
  formatVersion: z.literal(1),
  /** The release that wrote the backup, and the schema of its database. */
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

/** The bytes that an entry takes, with its header and padding. */
export const entryBytes = (size: number) => block + Math.ceil(size / block) * block;

/** The zero bytes at the end of a tar file. */
export const endBytes = 2 * block;

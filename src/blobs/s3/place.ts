import type { CredentialSources } from './credentials.ts';

/** How a bucket is reached, beside its name. */
export interface S3Settings {
  /** Undefined means that of Amazon in the region. */
  readonly endpoint: string | undefined;
  readonly region: string;
  /** Whether the bucket stands in the path or before the host. Undefined means what the endpoint usually takes. */
  readonly addressing: 'path' | 'host' | undefined;
  readonly credentials: CredentialSources;
}

/** A bucket with a prefix, as `s3://bucket/prefix`. */
export interface BucketPlace extends S3Settings {
  readonly url: string;
}

/** The address of an object of the bucket. */
export function addressOf({ url, endpoint, region, addressing }: BucketPlace): (object: string) => URL {
  const [, bucket = '', prefix = ''] = /^s3:\/\/([^/]+)(.*)$/.exec(url)!;
  const base = new URL(endpoint ?? `https://s3.${region}.amazonaws.com`);
  // A certificate for *.s3.amazonaws.com does not cover a name with dots.
  const isInPath = addressing ? addressing === 'path' : endpoint !== undefined || bucket.includes('.');
  if (!isInPath) base.hostname = `${bucket}.${base.hostname}`;
  const path = base.pathname.replace(/\/$/, '') + (isInPath ? `/${bucket}` : '') + prefix;
  return (object) => new URL(`${path}/${object}`, base);
}

/** Takes the place of a code. An answer to HEAD never has one. */
export const noCode = 'without a code';

/** A request that the bucket refused, or that it did not answer. It holds nothing that was sent. */
export class S3Failure extends Error {
  override readonly name = 'S3Failure';
  /** The status of the answer, or undefined without one. */
  readonly status: number | undefined;
  /** The code of S3, such as `NoSuchBucket`, or that of the system, such as `ECONNREFUSED`. */
  readonly code: string;
  /** The region that the bucket is in, if the answer names it. */
  readonly region: string | undefined;

  constructor(what: string, code: string, status?: number, region?: string) {
    super(`${what}: ${status === undefined ? '' : `${status} `}${code}`);
    this.status = status;
    this.code = code;
    this.region = region;
  }

  /** Whether the same request may succeed in a moment. */
  get isPassing(): boolean {
    return this.status === undefined || this.status >= 500 || this.status === 429 || passing.has(this.code);
  }

  /** Whether other credentials may help. */
  get isOfCredentials(): boolean {
    return this.status === 403 && (this.code === noCode || ofCredentials.has(this.code));
  }
}

/** No credentials can be had to sign a request. The message is for the operator, and names files and variables. */
export class CredentialsFailure extends Error {
  override readonly name = 'CredentialsFailure';
  /** Whether they may be had in a moment. */
  readonly isPassing: boolean;

  constructor(sentence: string, isPassing = false) {
    super(sentence);
    this.isPassing = isPassing;
  }
}

/** Anything that keeps a request from its answer. Callers never get its message. */
export type BucketFailure = S3Failure | CredentialsFailure;

export const isBucketFailure = (error: unknown): error is BucketFailure =>
  error instanceof S3Failure || error instanceof CredentialsFailure;

const passing = new Set(['RequestTimeout', 'OperationAborted']);
const ofCredentials = new Set(['ExpiredToken', 'InvalidAccessKeyId', 'InvalidToken', 'SignatureDoesNotMatch']);

/** Tells an operator what to do about a failure at the start. */
export function startSentence(failure: BucketFailure, bucket: string, endpoint: string): string {
  if (failure instanceof CredentialsFailure) return failure.message;
  const { status, code, region } = failure;
  if (status === undefined)
    return `The bucket ${bucket} cannot be reached at ${endpoint} (${code}). Check --blobs-endpoint and the network.`;
  if (region !== undefined)
    return `The bucket ${bucket} is in the region ${region}; start with --blobs-region ${region}.`;
  const known = sentences[code];
  if (known) return known(bucket, endpoint);
  if (status === 301 || status === 400)
    return `${endpoint} refuses requests for ${bucket} (${status} ${code}). Check --blobs-endpoint, --blobs-region and --blobs-addressing.`;
  if (status === 403) return refused(bucket, code);
  return `The bucket ${bucket} cannot be used (${failure.message}).`;
}

const refused = (bucket: string, code: string) =>
  `The bucket ${bucket} refuses these credentials (${code}). They must be allowed to get, put and delete objects below its prefix.`;

const wrongKey = (code: string) => (bucket: string, endpoint: string) =>
  `${endpoint} does not know the credentials of ${bucket} (${code}). Check AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or the profile that they come from.`;

const sentences: Readonly<Record<string, (bucket: string, endpoint: string) => string>> = {
  NoSuchBucket: (bucket, endpoint) =>
    `There is no bucket ${bucket} at ${endpoint}. Make it there, or name another with --blobs.`,
  RequestTimeTooSkewed: (bucket, endpoint) =>
    `The clock of this machine differs too much from that of ${endpoint}, so it refuses requests for ${bucket}. Set the clock.`,
  InvalidAccessKeyId: wrongKey('InvalidAccessKeyId'),
  SignatureDoesNotMatch: wrongKey('SignatureDoesNotMatch'),
  ExpiredToken: wrongKey('ExpiredToken'),
  InvalidToken: wrongKey('InvalidToken'),
};

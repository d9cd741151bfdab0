/** A model that the operator has configured. */
export interface ConfiguredModel {
  readonly protocol: 'openai' | 'anthropic';
  /** The base URL of the protocol, such as `https://api.openai.com/v1`. */
  readonly url: string;
  readonly name: string;
  readonly key: string | undefined;
}

export type FailureReason =
  /** The connection failed or broke. */
  | 'unreachable'
  /** The status was not a success. */
  | 'refused'
  /** The response did not follow the protocol, or was too long. */
  | 'nonsense'
  | 'time'
  | 'steps'
  | 'mistakes'
  /** A defect of this program. */
  | 'defect';

/** The reason why a model gave no answer. Only the operator sees it, and it contains nothing from the endpoint. */
export class ModelFailure extends Error {
  override readonly name = 'ModelFailure';
  readonly reason: FailureReason;
  readonly status: number | undefined;
  /** Such as ECONNREFUSED. */
  readonly code: string | undefined;

  constructor(
    reason: FailureReason,
    { status, code, cause }: { status?: number; code?: string; cause?: unknown } = {},
  ) {
    super(`The model gave no answer: ${reason}`, { cause });
    this.reason = reason;
    this.status = status;
    this.code = code;
  }
}

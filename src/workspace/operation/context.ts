import type { Agent, InterfaceType } from '../../../schemas/common.ts';
import type { Scope } from '../../../schemas/operation.ts';
import type { Extractor } from '../../search/extractor.ts';
import type { Indexer } from '../../search/indexer.ts';
import type { Blobs } from '../../blobs/blobs.ts';
import type { Database } from '../../store/database.ts';
import type { NoteUse, Requester, Scan } from '../../store/scan.ts';
import type { UploadAuthorization } from './upload-example.ts';
import type { Sheets } from '../../tables/sheets.ts';

/** The user and rights that an operation runs with. Every call has one. */
export interface Caller {
  readonly userId: string;
  readonly organizationId: string;
  readonly role: 'admin' | 'member';
  readonly scopes: readonly Scope[];
  readonly interface: InterfaceType;
  /** The program that acts for the user, as it calls itself. No rule may trust it. */
  readonly agent?: Agent | undefined;
  /** When the caller's token was issued, in seconds since 1970. */
  readonly tokenIssuedAt?: number;
  /** The ID under which sign-ins list the app's session that asks. */
  readonly sessionId?: string;
  /**
   * Whether the caller has opened the data folder itself, and so administers every organisation in it. Only commands on
   * a data folder set this. Tokens cannot say it.
   */
  readonly ownsFolder?: true;
}

/** Each user has one import under way; further ones wait for it. */
interface ImportTurns {
  take<Result>(userId: string, work: () => Promise<Result>, gone?: AbortSignal): Promise<Result>;
}

/** Answers questions in the background. */
interface AnswerWorker {
  /** Looks for questions that were asked. */
  wake(): void;
  /** Gives up the work on one. */
  stop(queryId: string): void;
}

interface GivenAnswers {
  /** Notes that a user was given answers. It never waits long. */
  note(caller: Caller, queryIds: readonly string[]): Promise<void>;
}

interface IndexesOfDataSets {
  /** Looks at all Data Sets, or at one whose Views or learned indexes have changed, by ID or number. */
  refresh(dataSet?: string | number): void;
  /** Notes what a query looks for, so that an index for it may be learned; undefined where nothing is learned. */
  readonly noteUse: NoteUse | undefined;
}

/** The services that every operation works with. */
export interface Services {
  readonly database: Database;
  readonly blobs: Blobs;
  readonly indexer: Indexer;
  readonly extractor: Extractor;
  readonly dataIndexes: IndexesOfDataSets;
  readonly importTurns: ImportTurns;
  readonly sheets: Sheets;
  readonly answerWorker: AnswerWorker;
  readonly givenAnswers: GivenAnswers;
  /** Where the app's pages are; undefined where no gateway is known that shows them. */
  readonly publicUrl: () => string | undefined;
  /** Where files are sent to and fetched from; starts a loopback listener when no gateway runs in this process. */
  readonly gatewayUrl: () => Promise<string>;
  readonly uploadAuthorization: UploadAuthorization;
  /** Has a new key sign the access tokens of this data folder. */
  readonly rotateKeys: () => Promise<{ readonly keyId: string }>;
  /** Signs an access token that every gateway on this data folder accepts. */
  readonly issueToken: (request: {
    readonly userId: string;
    readonly scopes: readonly Scope[];
    readonly lifetimeSeconds: number;
    /** The row that keeps it valid. */
    readonly grantId: string;
  }) => Promise<string>;
  /** The hosts that may receive webhooks, as the operator named them. */
  readonly webhookHosts: readonly string[];
  /** Signs cursors, so that only issued cursors are accepted. */
  readonly cursorSecret: string;
}

export interface Context extends Services {
  readonly caller: Caller;
  /** Aborts when nobody waits for the answer any more. */
  readonly gone: () => AbortSignal;
  /** The caller, as the database's readers know it. */
  readonly requester: Requester;
  /** Takes turns with the heavy reads of other users. */
  readonly scan: Scan;
  /** `artifacts.update` and the like. */
  readonly operation: string;
  /** Told when the answer is that of an earlier request with the same idempotency key. */
  readonly onReplay: () => void;
  /** Told when the answer depends on the time, and so may change without a commit. */
  readonly onClock: () => void;
}

/** Callbacks between a surface and the calls of one caller. */
export interface CallOptions {
  /** Told when the answer is that of an earlier request with the same idempotency key. */
  readonly onReplay?: () => void;
  /** Told when the answer depends on the time, and so may change without a commit. */
  readonly onClock?: () => void;
  /** Asked before work that takes long; it aborts when nobody waits for the answer any more. */
  readonly gone?: () => AbortSignal;
}

/** The address of a page of the app; undefined where no gateway is known that shows it. */
export function pageUrl({ publicUrl }: Pick<Context, 'publicUrl'>, path: string): string | undefined {
  const base = publicUrl();
  return base === undefined ? undefined : base + path;
}

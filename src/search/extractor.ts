import { WorkspaceError } from '../../schemas/errors.ts';
import type { NoTextReason } from '../../schemas/files.ts';
import { limits } from '../../schemas/limits.ts';
import type { NoTableReason } from '../documents/extraction.ts';
import type { Blobs } from '../blobs/blobs.ts';
import type { Database } from '../store/database.ts';
import { Background } from '../turns/background.ts';
import { Rest } from '../turns/rest.ts';
import {
  type ClaimedDocument,
  claimDocument,
  isDocumentLeft,
  nextClaim,
  releaseDocument,
  settleText,
  settleWithoutText,
} from './documents.ts';

export interface ExtractorOptions {
  readonly database: Database;
  readonly blobs: Blobs;
  /** Whether other processes extract the texts. */
  readonly leavesTexts: boolean;
  /** Told when there is text to index. */
  readonly onText: () => void;
  /** Told of a document that is given up for what it is. */
  readonly onUnreadable: (fileId: string, reason: NoTextReason) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Extracts the texts of documents one by one, in the background. Several processes may do so at once. A document that
 * kills its extraction process loses only its own text.
 */
export class Extractor {
  readonly #options: ExtractorOptions;
  readonly #givenUp = new AbortController();
  readonly #background = new Background(
    () => this.#step(),
    (error) => this.#fail(error),
  );
  readonly #rest = new Rest();
  #lastOwnerId = '';

  constructor(options: ExtractorOptions) {
    this.#options = options;
  }

  /** Starts the work; work that is under way looks once more before it ends. */
  wake(): void {
    if (!this.#options.leavesTexts) this.#background.wake();
  }

  /** Starts the work if another process left a document, such as one that was killed. */
  async look(): Promise<void> {
    if (!this.#rest.isOver || this.#isClosed) return;
    if (await this.#options.database.read(isDocumentLeft)) this.wake();
  }

  /** Gives up what is under way, which is begun anew by whoever opens the folder next. */
  async close(): Promise<void> {
    this.#givenUp.abort();
    await this.#background.close();
  }

  get #isClosed(): boolean {
    return this.#givenUp.signal.aborted;
  }

  async #step(): Promise<boolean> {
    if ((await this.#options.database.read(nextClaim)) === undefined) return false;
    const claimed = await this.#options.database.write('background', (tx) => claimDocument(tx, this.#lastOwnerId));
    if (!claimed) return false;
    this.#lastOwnerId = claimed.ownerId;
    if (claimed.attempts > limits.documentAttempts) await this.#giveUp(claimed, 'too_large');
    else await this.#extract(claimed);
    return true;
  }

  #fail(error: unknown): void {
    if (this.#isClosed) return;
    this.#options.onError(error);
    this.#rest.begin();
  }

  /** The extraction code is loaded with the first document, because most starts have none. */
  async #extract(claimed: ClaimedDocument): Promise<void> {
    const { database, blobs, onText, onError } = this.#options;
    const { extractText } = await import('../documents/extraction.ts');
    const bytes = blobs.open(claimed.sha256);
    const extraction = extractText({ format: claimed.format, charset: claimed.charset }, bytes, this.#givenUp.signal);
    const staged = await blobs
      .stage(extraction.text, limits.documentTextBytes, 'background')
      .catch((error: unknown) => this.#putOff(claimed, error));
    try {
      const outcome = await extraction.outcome.catch((error: unknown) => {
        if (isOfStorage(error)) return this.#putOff(claimed, error);
        onError(error); // The document itself cannot be read.
        return { reason: 'damaged' as const, isFinal: false };
      });
      if (this.#isClosed) {
        await database.write('background', (tx) => releaseDocument(tx, claimed, false));
      } else if ('isWhole' in outcome) {
        await staged.keep().catch((error: unknown) => this.#putOff(claimed, error));
        const { sha256, size } = staged;
        await database.write('background', (tx) => settleText(tx, claimed, { sha256, size, isCut: !outcome.isWhole }));
        onText();
      } else if (outcome.isFinal || claimed.attempts >= limits.documentAttempts) {
        await this.#giveUp(claimed, withoutText(outcome.reason));
      } else {
        await database.write('background', (tx) => releaseDocument(tx, claimed, true));
      }
    } finally {
      await staged.discard();
    }
  }

  /** A lack of room for the text, or storage that cannot be reached, says nothing about the document. */
  async #putOff(claimed: ClaimedDocument, error: unknown): Promise<never> {
    await this.#options.database.write('background', (tx) => releaseDocument(tx, claimed, false));
    throw error;
  }

  async #giveUp(claimed: ClaimedDocument, reason: NoTextReason): Promise<void> {
    const { database, onText, onUnreadable } = this.#options;
    await database.write('background', (tx) => settleWithoutText(tx, claimed, reason));
    onText();
    if (reason !== 'no_text') onUnreadable(claimed.fileId, reason);
  }
}

const isOfStorage = (error: unknown): boolean => error instanceof WorkspaceError && error.code === 'unavailable';

/** Reasons that only tables have do not come from the text of a document. */
const withoutText = (reason: NoTextReason | NoTableReason): NoTextReason =>
  reason === 'no_sheet' || reason === 'too_many_columns' || reason === 'no_json_object' ? 'damaged' : reason;

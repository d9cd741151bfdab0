import { limits } from '../../schemas/limits.ts';
import type { Problem } from '../../schemas/problem.ts';
import type { Calls } from '../support/hosts.ts';
import { csvForm, type Imported } from '../support/imports.ts';
import { received } from '../support/leaks.ts';
import type { Account } from '../support/rest.ts';
import { accountWriter, hostWriter, type Writer } from '../support/writers.ts';

/** The service refused, so nothing was stored. */
export class Refusal extends Error {
  readonly problem: Problem;

  constructor(request: string, problem: Problem) {
    super(`${request}: ${problem.code}: ${problem.detail}`);
    this.problem = problem;
  }
}

/** A View as far as a change of it has to know it. */
export interface StoredView {
  readonly id: string;
  readonly currentVersionId: string;
}

/** Whatever a server stores for agents. */
export interface AgentWriter extends Writer {
  /** A CSV file into a Data Set; returns how many of its rows became records. */
  importRows(objectTypeId: string, csv: string): Promise<number>;
  createView(objectTypeId: string, name: string): Promise<StoredView>;
  renameView(objectTypeId: string, cited: StoredView, name: string): Promise<StoredView>;
  /** An older version becomes the current one. */
  restoreView(cited: StoredView, versionId: string): Promise<StoredView>;
  /** Returns until when the inbox is seen. */
  see(until: string): Promise<string>;
}

/** Writes that all carry this key. */
export type WriterWith = (key: string) => AgentWriter;

/** The way by which agents reach a server. Servers come and go, one after the other. */
export class Door {
  #open: WriterWith | undefined;
  #next = Promise.withResolvers<WriterWith>();

  /** From now on it leads there. */
  open(writerWith: WriterWith): void {
    this.#open = writerWith;
    this.#next.resolve(writerWith);
  }

  /** Its server is about to go, so answers may be lost. Later callers wait for the next server. */
  shut(): void {
    this.#open = undefined;
    this.#next = Promise.withResolvers();
  }

  /** Who waits is told that there will be no server. */
  end(): void {
    this.#next.promise.catch(() => {});
    this.#next.reject(new Error('No server is to come.'));
  }

  leadsTo(writerWith: WriterWith): boolean {
    return this.#open === writerWith;
  }

  async writer(): Promise<WriterWith> {
    return this.#next.promise;
  }
}

/** Over HTTP. */
export function throughAccount({ call }: Pick<Account, 'call'>): WriterWith {
  const done: Account['done'] = async (...asked) => {
    const { status, bytes } = await call(...asked);
    const text = bytes.toString();
    received(text);
    const body = JSON.parse(text) as Awaited<ReturnType<Account['done']>>;
    if (status >= 400) throw new Refusal(asked[0], body);
    return body;
  };
  return (key) => {
    const write: Account['done'] = (request, body) => done(request, body, { 'idempotency-key': key });
    const views = '/channels/general/views';
    const table = (objectTypeId: string, name: string) => ({ name, objectTypeId, renderer: 'table' });
    const cited = ({ currentVersionId }: StoredView) => ({ expectedCurrentVersionId: currentVersionId });
    return {
      ...accountWriter({ done }, () => key),
      async importRows(objectTypeId, csv) {
        const answer = await write(`POST /channels/general/data-sets/${objectTypeId}/import`, csvForm(csv));
        return (answer as unknown as Imported).imported;
      },
      createView: async (objectTypeId, name) => (await write(`POST ${views}`, table(objectTypeId, name))).view,
      renameView: async (objectTypeId, view, name) =>
        (await write(`PATCH ${views}/${view.id}`, { ...table(objectTypeId, name), ...cited(view) })).view,
      restoreView: async (view, versionId) =>
        (await write(`POST ${views}/${view.id}/versions/${versionId}/restore`, cited(view))).view,
      see: async (until) => (await write('POST /inbox/seen', { until })).seenUntil!,
    };
  };
}

/** Over MCP, and what no tool takes at the address that the server tells. */
export function throughHost({ call }: Calls, accountAt: (gatewayUrl: string) => Account): WriterWith {
  const done: Calls['done'] = async (tool, input) => {
    const { structured, problem } = await call(tool, input);
    if (problem) throw new Refusal(tool, problem);
    return structured;
  };
  return (key) => {
    const tools = hostWriter({ done }, () => key);
    const listener = async () => {
      const { uploadUrl } = await done('workspace_file_upload_prepare', {});
      return throughAccount(accountAt(new URL(uploadUrl).origin))(key);
    };
    return {
      ...tools,
      upload: async (fileName, bytes) =>
        (bytes.byteLength > limits.inlineUploadBytes ? await listener() : tools).upload(fileName, bytes),
      importRows: async (...rows) => (await listener()).importRows(...rows),
      createView: async (...view) => (await listener()).createView(...view),
      renameView: async (...change) => (await listener()).renameView(...change),
      restoreView: async (...version) => (await listener()).restoreView(...version),
      see: async (until) => (await listener()).see(until),
    };
  };
}

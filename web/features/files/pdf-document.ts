import { getDocument, type PDFDocumentProxy, PDFWorker } from 'pdfjs-dist';
// oxlint-disable-next-line import/default -- The build answers its address.
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';

/** The browser lets this page start one script as a worker: the one that reads PDF. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy('pdf-worker', { createScriptURL: () => workerUrl });

const startWorker = (): Worker =>
  new Worker((policy?.createScriptURL(workerUrl) ?? workerUrl) as string, { type: 'module' });

/** Opens a PDF whose bytes are read as far as its pages need them. */
export function openPdf(url: string): { readonly document: Promise<PDFDocumentProxy>; readonly close: () => void } {
  const port = startWorker();
  const failed = new Promise<never>((_, reject) => {
    port.addEventListener('error', () => reject(new Error('The script that reads PDF does not start.')));
  });
  const worker = PDFWorker.create({ port });
  const loading = getDocument({ url, worker, useWasm: false, enableXfa: false });
  const close = () => {
    void loading.destroy().finally(() => {
      worker.destroy();
      port.terminate();
    });
  };
  return { document: Promise.race([loading.promise, failed]), close };
}

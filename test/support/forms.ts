import type { Account, Reply } from './rest.ts';

/** A form such as a browser sends. */
export function form(...parts: [name: string, value: string | Blob, fileName?: string][]): FormData {
  const data = new FormData();
  for (const [name, value, fileName] of parts) {
    if (typeof value === 'string') data.append(name, value);
    else data.append(name, value, fileName);
  }
  return data;
}

export const textFile = (text: string): Blob => new Blob([text], { type: 'text/plain' });

/** A form byte by byte: what a browser would not send is said here as it goes over the wire. */
export const rawForm = (...parts: [headers: string, value: string | Uint8Array][]): Buffer =>
  Buffer.concat([...parts.map(rawPart), Buffer.from('--edge--\r\n')]);

export const rawFormType = { 'content-type': 'multipart/form-data; boundary=edge' };

const rawPart = ([headers, value]: [headers: string, value: string | Uint8Array]) =>
  Buffer.concat([Buffer.from(`--edge\r\n${headers}\r\n\r\n`), Buffer.from(value), Buffer.from('\r\n')]);

export const field = (name: string): string => `Content-Disposition: form-data; name="${name}"`;
export const filePart = (fileName: string, type = 'text/plain', name = 'file'): string =>
  `${field(name)}; filename="${fileName}"\r\nContent-Type: ${type}`;

/** Sends a form byte by byte. */
export const uploadRaw = (by: Account, ...parts: Parameters<typeof rawForm>): Promise<Reply> =>
  by.call('POST /files', rawForm(...parts), rawFormType);

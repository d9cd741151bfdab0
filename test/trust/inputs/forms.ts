import { field, filePart, rawForm, rawFormType } from '../../support/forms.ts';

interface WireFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** A form of these parts as it goes over the wire; names lose what would end a header. */
export function wireForm(parts: readonly (readonly [name: string, value: string | WireFile])[]) {
  const raw = parts.map(([name, value]): [string, string | Uint8Array] =>
    typeof value === 'string'
      ? [field(plain(name)), value]
      : [filePart(plain(value.fileName), value.contentType, plain(name)), value.bytes],
  );
  return { headers: rawFormType, body: rawForm(...raw) };
}

const plain = (name: string): string => name.replaceAll(/["\r\n]/g, encodeURIComponent);

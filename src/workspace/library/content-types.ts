import { isUtf8 } from '../../../schemas/window.ts';

const unknownType = 'application/octet-stream';
/** A type and at most its character set; nothing else of what was declared goes into a header later. */
const declaredForm = /^([a-z0-9!#$&^_.+-]+\/[a-z0-9!#$&^_.+-]+)\s*(?:;\s*charset="?([\w.:-]+)"?)?/i;

/** Formats that other formats are built upon: a .docx is a ZIP file, and what was declared knows better. */
const containers = new Set(['application/zip', 'application/x-cfb', 'application/xml', 'application/gzip']);

/** Formats that cannot be without their signature, so that bytes without one are something else. */
const signed =
  /^(image\/(png|jpeg|gif|webp|tiff|bmp)|application\/(pdf|zip|gzip)|video\/(mp4|webm)|audio\/(mpeg|ogg|flac))$/;

/** The type that was declared, corrected where the first bytes plainly disagree, and found where none was declared. */
export async function contentTypeOf(declared: string | undefined, fileName: string, head: Uint8Array): Promise<string> {
  const [{ fileTypeFromBuffer }, { default: mime }] = await Promise.all([import('file-type'), import('mime')]);
  const sniffed = (await fileTypeFromBuffer(head))?.mime;
  const claimed = essenceOf(declared);
  const [essence] = claimed.split(';', 1);
  if (essence === unknownType)
    return sniffed && !containers.has(sniffed) ? sniffed : (mime.getType(fileName) ?? sniffed ?? plainType(head));
  if (sniffed && sniffed !== claimed && !containers.has(sniffed))
    return sameFamily(claimed, sniffed) ? claimed : sniffed;
  if (!sniffed && signed.test(claimed)) return plainType(head);
  return claimed;
}

function essenceOf(declared = ''): string {
  const [, essence = unknownType, charset] = declaredForm.exec(declared.trim()) ?? [];
  return charset ? `${essence.toLowerCase()}; charset=${charset}` : essence.toLowerCase();
}

/** `audio/mp4` and `video/mp4`, `image/x-icon` and `image/vnd.microsoft.icon` do not plainly disagree. */
function sameFamily(a: string, b: string): boolean {
  const [family, format] = a.split('/');
  return !signed.test(b) || (format === b.split('/')[1] && family !== 'text');
}

function plainType(head: Uint8Array): string {
  const isText = head.length > 0 && !head.includes(0) && isUtf8(head, true);
  return isText ? 'text/plain' : unknownType;
}

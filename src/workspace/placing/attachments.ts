import type { Attachment } from '../../../schemas/records.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { Turn } from '../../turns/turn.ts';
import { type Context, pageUrl } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { type AttachmentKey, behindAll, findLinks, linksAtOnce } from './attachments-sql.ts';

interface Found {
  readonly attachments: Attachment[];
  /** The last link that was looked at, unless all were. It may lead to nothing that the caller reads. */
  readonly behind: AttachmentKey | undefined;
}

/** The links looked at for one page; then it ends. */
const mostLooked = 1_000;

/** Attachments of a record that the caller reads, before a key. Few links are looked at, so there may be fewer than `take`. */
export async function attachmentsBefore(
  db: Db,
  context: Context,
  recordId: string,
  { before = behindAll, take }: { readonly before?: AttachmentKey | undefined; readonly take: number },
): Promise<Found> {
  const turn = new Turn({ subject: context.caller.userId });
  const attachments: Attachment[] = [];
  let key = before;
  for (let looked = 0; looked < mostLooked && attachments.length < take; looked += linksAtOnce) {
    const links = await findLinks(db, { ...readerOf(context.caller), recordId, ...key });
    attachments.push(...links.flatMap((link) => present(context, link)));
    if (links.length < linksAtOnce) return { attachments, behind: undefined };
    key = links.at(-1)!;
    await turn.yield();
  }
  return { attachments, behind: key };
}

type FoundLink = Awaited<ReturnType<typeof findLinks>>[number];

function present(context: Context, link: FoundLink): Attachment[] {
  const { id, fileName, contentType, size, kind, title, attachedAt } = link;
  const attached = {
    createdBy: { id: link.creatorId!, name: link.creatorName! },
    attachedAt,
    attachedBy: { id: link.adderId, name: link.adderName },
  };
  const urlOf = (type: 'file' | 'artifact') => pageUrl(context, resourcePath(type, id));
  if (fileName !== null) {
    const file = { title: fileName, contentType: contentType!, size: size!, url: urlOf('file') };
    return [{ resourceType: 'file', id, ...file, ...attached }];
  }
  if (title !== null)
    return [{ resourceType: 'artifact', id, title, kind: kind!, url: urlOf('artifact'), ...attached }];
  return [];
}

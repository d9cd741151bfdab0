import type { Attachment } from '../../../schemas/records.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import type { Db } from '../../store/tables.ts';
import { Turn } from '../../turns/turn.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';
import { type AttachmentKey, behindAll, findLinks, linksAtOnce } from './attachments-sql.ts';

/** The attachments of a record whose Data Set the caller reads, before a key. Some links may lead to nothing they read. */
export async function attachmentsBefore(
  db: Db,
  context: Context,
  recordId: string,
  { before = behindAll, take }: { readonly before?: AttachmentKey | undefined; readonly take: number },
): Promise<Attachment[]> {
  const turn = new Turn({ subject: context.caller.userId });
  const attachments: Attachment[] = [];
  for (let key = before; ; ) {
    const links = await findLinks(db, { ...readerOf(context.caller), recordId, ...key });
    attachments.push(...links.flatMap((link) => present(context, link)));
    if (links.length < linksAtOnce || attachments.length >= take) return attachments.slice(0, take);
    key = links.at(-1)!;
    await turn.yield();
  }
}

type FoundLink = Awaited<ReturnType<typeof findLinks>>[number];

function present(context: Context, link: FoundLink): Attachment[] {
  const { id, fileName, contentType, size, kind, title, attachedAt } = link;
  const attached = {
    createdBy: { id: link.creatorId!, name: link.creatorName! },
    attachedAt,
    attachedBy: { id: link.adderId, name: link.adderName },
  };
  const urlOf = (type: 'file' | 'artifact') => context.publicUrl() + resourcePath(type, id);
  if (fileName !== null) {
    const file = { title: fileName, contentType: contentType!, size: size!, url: urlOf('file') };
    return [{ resourceType: 'file', id, ...file, ...attached }];
  }
  if (title !== null)
    return [{ resourceType: 'artifact', id, title, kind: kind!, url: urlOf('artifact'), ...attached }];
  return [];
}

import { sql } from 'kysely';
import type { Attachment } from '../../../schemas/records.ts';
import { resourcePath } from '../../../schemas/urls.ts';
import { prepared } from '../../store/prepared.ts';
import type { Db } from '../../store/tables.ts';
import { Turn } from '../../turns/turn.ts';
import { artifactIsReadable, isLive, type Reader } from '../operation/access.ts';
import type { Context } from '../operation/context.ts';
import { readerOf } from '../operation/reader.ts';

/** Where an attachment stands in the list of its record. */
interface AttachmentKey {
  readonly type: string;
  readonly id: string;
}

/** Sorts behind every type and ID. */
const behindAll: AttachmentKey = { type: '~', id: '' };

const linksAtOnce = 100;

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

/** In the order of the index by target. */
const findLinks = prepared((db, by: Reader & AttachmentKey & { recordId: string }) =>
  db
    .selectFrom('links')
    .innerJoin('users as adder', 'adder.id', 'links.created_by')
    .leftJoin('files', (join) => join.onRef('files.id', '=', 'links.resource_id').on(isLive('files')))
    .leftJoin('artifacts', (join) => join.onRef('artifacts.id', '=', 'links.resource_id').on(artifactIsReadable(by)))
    .leftJoin('artifact_versions as version', 'version.id', 'artifacts.current_version_id')
    .select([
      'links.resource_type as type',
      'links.resource_id as id',
      'links.created_at as attachedAt',
      'adder.id as adderId',
      'adder.name as adderName',
      'files.file_name as fileName',
      'files.content_type as contentType',
      'files.size',
      'artifacts.kind',
      'version.title',
    ])
    .where('links.target_type', '=', 'record')
    .where('links.target_id', '=', by.recordId)
    .where(sql<boolean>`(links.resource_type, links.resource_id) < (${by.type}, ${by.id})`)
    .orderBy('links.resource_type', 'desc')
    .orderBy('links.resource_id', 'desc')
    .limit(linksAtOnce),
);

type FoundLink = Awaited<ReturnType<typeof findLinks>>[number];

function present(context: Context, link: FoundLink): Attachment[] {
  const { id, fileName, contentType, size, kind, title, attachedAt } = link;
  const attached = { attachedAt, attachedBy: { id: link.adderId, name: link.adderName } };
  const urlOf = (type: 'file' | 'artifact') => context.publicUrl() + resourcePath(type, id);
  if (fileName !== null)
    return [
      {
        resourceType: 'file',
        id,
        title: fileName,
        contentType: contentType!,
        size: size!,
        url: urlOf('file'),
        ...attached,
      },
    ];
  if (title !== null)
    return [{ resourceType: 'artifact', id, title, kind: kind!, url: urlOf('artifact'), ...attached }];
  return [];
}

import type { Scope } from '../schemas/operation.ts';
import activity from './activity.ts';
import artifactAttach from './artifact-attach.ts';
import artifactCreate from './artifact-create.ts';
import artifactDetach from './artifact-detach.ts';
import artifactGet from './artifact-get.ts';
import artifactMove from './artifact-move.ts';
import artifactRestore from './artifact-restore.ts';
import artifactUpdate from './artifact-update.ts';
import channelCreate from './channel-create.ts';
import channelGet from './channel-get.ts';
import channelsList from './channels-list.ts';
import commentCreate from './comment-create.ts';
import commentDelete from './comment-delete.ts';
import commentUpdate from './comment-update.ts';
import dataSetCreate from './data-set-create.ts';
import dataSetImport from './data-set-import.ts';
import dataSetSave from './data-set-save.ts';
import discussionGet from './discussion-get.ts';
import feed from './feed.ts';
import feedbackSubmit from './feedback-submit.ts';
import fileAttach from './file-attach.ts';
import fileContent from './file-content.ts';
import fileDetach from './file-detach.ts';
import fileGet from './file-get.ts';
import fileUploadPrepare from './file-upload-prepare.ts';
import fileUpload from './file-upload.ts';
import { type FetchFile, fileUploadFrom } from './file-upload-fetched.ts';
import filesList from './files-list.ts';
import inbox from './inbox.ts';
import inboxSeen from './inbox-seen.ts';
import membersList from './members-list.ts';
import people from './people.ts';
import postCreate from './post-create.ts';
import postDelete from './post-delete.ts';
import postUpdate from './post-update.ts';
import queryAsk from './query-ask.ts';
import queryGet from './query-get.ts';
import queryRun from './query-run.ts';
import reactionSet from './reaction-set.ts';
import recordAttachments from './record-attachments.ts';
import recordCreate from './record-create.ts';
import deleteResource from './delete.ts';
import restoreTrashed from './restore.ts';
import trash from './trash.ts';
import recordDelete from './record-delete.ts';
import recordGet from './record-get.ts';
import recordUpdate from './record-update.ts';
import recordsWrite from './records-write.ts';
import replyCreate from './reply-create.ts';
import search from './search.ts';
import sessionAttach from './session-attach.ts';
import sessionDetach from './session-detach.ts';
import sessionGet from './session-get.ts';
import sessionMessage from './session-message.ts';
import sessionStart from './session-start.ts';
import viewCreate from './view-create.ts';
import viewData from './view-data.ts';
import viewSave from './view-save.ts';
import viewUpdate from './view-update.ts';
import viewsList from './views-list.ts';
import { toolGroups } from '../schemas/tool-groups.ts';
import type { SelectedTools, Tool, ToolGroup } from './tool.ts';

/** Every tool, in the order in which hosts see them. */
export const tools = [
  channelsList,
  channelGet,
  search,
  artifactGet,
  artifactCreate,
  artifactUpdate,
  artifactRestore,
  artifactAttach,
  artifactDetach,
  filesList,
  fileGet,
  fileUpload,
  fileUploadPrepare,
  fileContent,
  fileAttach,
  fileDetach,
  sessionGet,
  sessionAttach,
  sessionDetach,
  queryAsk,
  queryRun,
  viewData,
  viewSave,
  recordsWrite,
  recordGet,
  dataSetSave,
  dataSetImport,
  feed,
  discussionGet,
  postCreate,
  people,
  inbox,
  membersList,
  inboxSeen,
  postUpdate,
  postDelete,
  replyCreate,
  commentCreate,
  commentUpdate,
  commentDelete,
  reactionSet,
  activity,
  recordCreate,
  recordUpdate,
  recordDelete,
  recordAttachments,
  trash,
  restoreTrashed,
  deleteResource,
  dataSetCreate,
  viewsList,
  viewCreate,
  viewUpdate,
  sessionStart,
  sessionMessage,
  feedbackSubmit,
  channelCreate,
  artifactMove,
  queryGet,
] as unknown as readonly Tool[];

/** The groups of a list separated by commas, or the mistake in it. */
export function readToolGroups(list = ''): { readonly groups: readonly ToolGroup[]; readonly mistake?: string } {
  if (list === '') return { groups: [] };
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.filter((name) => name !== 'all' && !(toolGroups as readonly string[]).includes(name));
  if (unknown.length > 0) {
    const known = toolGroups.join(', ');
    return { groups: [], mistake: `knows no ${unknown.join(', ')}; it takes ${known} or all, separated by commas` };
  }
  return { groups: toolGroups.filter((group) => names.includes('all') || names.includes(group)) };
}

/** Makes tools of which one also takes files that a chat host holds. */
export function withFilesOf(fetchFile: FetchFile): (tools: SelectedTools) => SelectedTools {
  const fetching = fileUploadFrom(fetchFile) as unknown as Tool;
  const replaced = (one: Tool) => (one.name === fetching.name ? fetching : one);
  return ({ listed, callable }) => ({ listed: listed.map(replaced), callable: callable.map(replaced) });
}

export interface ToolSelection {
  /** In the order of `readToolGroups`. */
  readonly groups: readonly ToolGroup[];
  readonly readOnly: boolean;
  readonly scopes: readonly Scope[];
}

const selections = new Map<string, SelectedTools>();

/**
 * The tools of a selection, in a fixed order. The result depends only on arguments and scopes. Cached, because every
 * HTTP message asks for one; a few hundred selections exist.
 */
export function selectTools({ groups, readOnly, scopes }: ToolSelection): SelectedTools {
  const key = `${groups.join()} ${scopes.join()} ${readOnly}`;
  let selected = selections.get(key);
  if (!selected) {
    const isSelected = (group: Tool['group'] | undefined) =>
      group === 'default' || groups.some((named) => named === group);
    const callable = tools.filter(
      (tool) =>
        (isSelected(tool.group) || isSelected(tool.earlierGroup)) &&
        scopes.includes(tool.scope) &&
        !(readOnly && (tool.needsWriting || !tool.annotations.readOnlyHint)),
    );
    selected = { callable, listed: callable.filter((tool) => isSelected(tool.group)) };
    selections.set(key, selected);
  }
  return selected;
}

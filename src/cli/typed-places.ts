import type { Command } from 'commander';

/** Options and arguments that give a parameter of an operation under another name. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  agent: ['as'],
  artifactId: ['artifact', 'file'],
  body: ['text', 'question', 'file'],
  channelId: ['channel', 'move'],
  content: ['file'],
  expectedCurrentVersionId: ['expectedVersion'],
  expectedVersionId: ['expectedVersion'],
  fields: ['field', 'addChoice'],
  file: ['upload', 'csv', 'path'],
  fileId: ['file'],
  fileName: ['rename', 'upload'],
  filters: ['updateWhere'],
  kinds: ['kind'],
  name: ['create', 'rename', 'label'],
  objectTypeId: ['dataSet'],
  postId: ['replyTo', 'discussion'],
  q: ['words'],
  queryId: ['query'],
  recordId: ['record'],
  resourceId: ['artifact', 'file', 'session', 'channel'],
  sessionId: ['session'],
  subjectId: ['discussion'],
  targetId: ['channel', 'session', 'record'],
  title: ['create', 'rename'],
  until: ['seen'],
  userId: ['addMember', 'removeMember', 'by'],
  actorId: ['by'],
  values: ['set'],
  versionId: ['restore'],
  viewId: ['view'],
  description: ['text'],
};

/** Where a person typed what a refusal names by a JSON Pointer or parameter: an option, or an argument. */
export function typedPlace(command: Command, path: string): string {
  const [parameter = '', ...rest] = path.replace(/^\//, '').split('/');
  const names = [parameter, ...(otherNames[parameter] ?? [])];
  const option = names.find((name) => command.getOptionValueSource(name) === 'cli');
  const flag = command.options.find((one) => one.attributeName() === option)?.long;
  const argument = command.args.length > 0 && command.registeredArguments.find((one) => names.includes(one.name()));
  const typed = flag ?? (argument && `<${argument.name()}>`);
  if (!typed) return path;
  if (rest.length === 0) return typed;
  // A value is typed beside the key of its field, everything else inside JSON.
  return option === 'set' ? `${typed} ${rest.join('/')}` : `${typed} /${rest.join('/')}`;
}

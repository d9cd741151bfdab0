import fc from 'fast-check';
import { kinds } from './ids.ts';
import type { SeenIds } from './seen-ids.ts';
import type { Input } from './values.ts';

/** Mostly an input is made to mean something: about the first or the second thing of each kind. */
export const meant = fc.constantFrom(0, 0, 1, undefined);

/** The input with IDs and current versions of its lab, and without a cursor. */
export function fitting({ cursor: _cursor, ...given }: Input, lab: SeenIds, rank: number, needsKey = false): Input {
  const input = oneWay(given);
  const own = Object.entries(input).flatMap(([name, value]) => {
    const id = lab.first(kindNamed(name, input), rank);
    if (id === undefined) return [];
    return [[name, Array.isArray(value) ? value.slice(0, 1).map(() => id) : id]];
  });
  const ids = Object.fromEntries(own) as Input;
  const [version, viewVersion] = [lab.versionOf(ids.artifactId), lab.versionOf(ids.viewId)];
  return {
    ...input,
    ...ids,
    ...(needsKey && !Object.hasOwn(input, 'idempotencyKey') && { idempotencyKey: crypto.randomUUID() }),
    ...('expectedVersionId' in input && version !== undefined && { expectedVersionId: version }),
    ...('versionId' in input && version !== undefined && { versionId: version }),
    ...('expectedCurrentVersionId' in input && viewVersion !== undefined && { expectedCurrentVersionId: viewVersion }),
    ...('expectedVersionNumber' in input && { expectedVersionNumber: 1 }),
  };
}

/** The keys that the operation takes for a table View. The tool takes the keys of every View. */
const tableKeys = new Set([
  'channelId',
  'viewId',
  'expectedCurrentVersionId',
  'idempotencyKey',
  'name',
  'objectTypeId',
  'renderer',
  'columns',
  'sort',
]);

/** Keeps one way of saying it where fields exclude one another. */
function oneWay(input: Input): Input {
  if ('expectedVersionId' in input) {
    const { edits, content: _content, ...others } = input;
    return edits === undefined ? input : { ...others, edits };
  }
  if (input.renderer === 'table') {
    return Object.fromEntries(Object.entries(input).filter(([name]) => tableKeys.has(name)));
  }
  if (!('operation' in input)) return input;
  const { viewId: _view, artifactId: _artifact, versionId: _version, widgetIds: _widgets, ...others } = input;
  if (input.operation !== 'view') return { ...others, channelId: '', objectTypeId: '' };
  const { mode } = input;
  return { ...(mode !== undefined && { mode }), operation: 'view', channelId: '', viewId: '' };
}

const kindsByType: Readonly<Record<string, string>> = {
  channel: 'ch',
  record: 'rec',
  session: 'ses',
  artifact: 'art',
  file: 'file',
  post: 'post',
};

/** The kind of ID that a field of this name holds. Where the input names the type, that type decides. */
function kindNamed(name: string, { subjectType, targetType }: Input): string {
  const type = name === 'subjectId' ? subjectType : name === 'targetId' ? targetType : undefined;
  return kindsByType[JSON.stringify(type)] ?? kinds[name] ?? '';
}

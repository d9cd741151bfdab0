import { applyEdits, type Edit, getNodeValue, modify, type Node, type ParseError, parseTree } from 'jsonc-parser';
import type { Addition, ServerFile } from './server-file.ts';

/**
 * Adds a server to a JSON file by editing its text, so that the rest stays as it is. Comments are allowed if the host
 * reads them.
 */
export function withServer(text: string, { host, name, entry, eol, mistake }: Addition): ServerFile {
  const root = rootIn(text, host.format === 'jsonc');
  if (root?.type !== 'object') throw mistake(`is not plain ${host.format.toUpperCase()}`);
  const servers = onlyOne(root, host.key, mistake);
  if (servers && servers.type !== 'object') throw mistake(`has something else as ${host.key}`);
  const existing = servers && onlyOne(servers, name, mistake);
  return {
    existing: existing && getNodeValue(existing),
    added() {
      const property = servers ? { [name]: entry } : { [host.key]: { [name]: entry } };
      const layout = { eol, indent: /\n([ \t]+)"/.exec(text)?.[1] ?? '  ', depth: servers ? 2 : 1 };
      const edits = modify(text, [host.key, name], entry, {});
      return applyEdits(
        text,
        edits.map((edit) => laidOut(edit, insideOf(servers ?? root, text), property, layout)),
      );
    },
  };
}

function rootIn(text: string, mayHaveComments: boolean): Node | undefined {
  const mistakes: ParseError[] = [];
  const root = parseTree(text, mistakes, { disallowComments: !mayHaveComments, allowTrailingComma: mayHaveComments });
  return mistakes.length === 0 ? root : undefined;
}

/** Throws on a duplicate key: some hosts read the first, others the last. */
function onlyOne({ children = [] }: Node, key: string, mistake: Addition['mistake']): Node | undefined {
  const found = children.filter(({ children }) => children?.[0]?.value === key);
  if (found.length > 1) throw mistake(`has ${key} twice`);
  return found[0]?.children?.[1];
}

const insideOf = ({ offset, length }: Node, text: string) => text.slice(offset + 1, offset + length - 1);

interface Layout {
  readonly eol: string;
  readonly indent: string;
  readonly depth: number;
}

/** Puts an insertion on lines of its own, unless its neighbours share one line. */
function laidOut(edit: Edit, inside: string, property: object, { eol, indent, depth }: Layout): Edit {
  const isFirst = !edit.content.startsWith(',');
  const hasLines = inside.includes('\n');
  if (!isFirst && !hasLines) return edit;
  const lines = JSON.stringify(property, null, indent).split('\n').slice(1, -1);
  const within = lines.map((line) => eol + indent.repeat(depth - 1) + line).join('');
  const closing = hasLines ? '' : eol + indent.repeat(depth - 1);
  return { ...edit, content: (isFirst ? '' : ',') + within + closing };
}

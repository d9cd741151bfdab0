import { getEncoding } from 'js-tiktoken';
import type { Recorded } from './model.ts';
import { type Desk, hidden } from './workplace.ts';

/** The properties that are judged in each host. A cell is `good` or names the fault. */
export const cells = ['tools', 'tokens', 'read', 'write', 'error', 'image', 'hidden', 'resources'] as const;
export type Cells = { [Cell in (typeof cells)[number]]: string };

interface Found {
  readonly texts: readonly string[];
  readonly images: readonly Buffer[];
}

/** How the model saw the workspace through a host. */
export async function judged(recorded: readonly Recorded[], desk: Desk, toolNames: readonly string[]): Promise<Cells> {
  const all = recorded.map(({ body }) => found(body));
  const last = recorded.findLast(({ offered }) => offered.some(isOurs));
  const results = (last?.results ?? []).map((result) => found(result).texts.join('\n'));
  const answered = (text: string) => results.some((result) => result.includes(text));
  const unseen = toolNames.filter((name) => !last || !isSeen(name, last, all.at(-1)!));
  return {
    tools: unseen.length === 0 ? 'good' : `${toolNames.length - unseen.length} of ${toolNames.length}`,
    tokens: last ? tokensOf(last) : '–',
    read: answered('Pay 100') ? 'good' : 'not answered',
    write: (await desk.isEdited()) ? 'good' : 'not stored',
    error: answered('not_found') ? 'good' : 'not shown',
    image: imageIn(all, desk.image),
    hidden: hiddenIn(all, answered('\\u{202e}')),
    resources: answered('workspace://') || answered('"channel"') ? 'good' : 'no tool for them',
  };
}

/** The tokens of the definitions that the model is sent. */
function tokensOf({ body }: Recorded): string {
  const definitions: object[] = [];
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { name, type } = value as { name?: unknown; type?: unknown };
    if (typeof name === 'string' && type !== 'namespace' && isOurs({ name })) definitions.push(value);
    else for (const each of Object.values(value)) look(each);
  };
  look([body.tools]);
  return definitions.length === 0 ? '–' : tokensIn([JSON.stringify(definitions)]).toLocaleString('en');
}

const isOurs = ({ name }: { name: string }) => /workspace_[a-z]+_?/.test(name) && !name.includes('resource');

/** The tool is offered, or its name stands in a list from which the model can ask for it. */
function isSeen(name: string, { offered }: Recorded, { texts }: Found): boolean {
  if (offered.some((tool) => tool.name.endsWith(name))) return true;
  const prefixes = new Set(offered.filter(isOurs).map((tool) => tool.name.replace(/workspace_[a-z_]+$/, '')));
  return [...prefixes].some((prefix) => prefix !== '' && texts.some((text) => text.includes(prefix + name)));
}

function imageIn(all: readonly Found[], image: Buffer): string {
  const base64 = image.toString('base64').slice(1_000, 1_200);
  if (all.some(({ texts }) => texts.some((text) => text.includes(base64)))) return 'base64 in a text';
  const seen = all.flatMap(({ images }) => images)[0];
  if (!seen) return 'not in the request';
  return seen.equals(image) ? 'good' : `good, as ${Math.round(seen.length / 1_000)} KB`;
}

function hiddenIn(all: readonly Found[], isShown: boolean): string {
  const raw = all.some(({ texts }) => texts.some((text) => hidden.some((character) => text.includes(character))));
  if (raw) return 'raw';
  return isShown ? 'good' : 'not shown';
}

/** The tokens of the calls and their answers, as the last request to the model repeats them. */
export function conversationOf(recorded: readonly Recorded[]): { calls: number; tokens: number; texts: string[] } {
  const last = recorded.reduce((most, one) => (one.results.length >= most.results.length ? one : most));
  const texts = last.results.flatMap((result) => found(result).texts);
  return { calls: last.results.length, tokens: tokensIn([...last.calls, ...texts]), texts };
}

const encoding = getEncoding('o200k_base');

export const tokensIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + encoding.encode(text, [], []).length, 0);

/** All texts of a request, and its images, in whichever form the interface has them. */
function found(part: unknown): Found {
  const texts: string[] = [];
  const images: Buffer[] = [];
  const look = (value: unknown, beside: object = {}): void => {
    if (typeof value === 'string') {
      const data = imageOf(value, beside);
      if (data === undefined) texts.push(value);
      else images.push(Buffer.from(data, 'base64'));
    } else if (typeof value === 'object' && value !== null) {
      for (const each of Object.values(value)) look(each, value);
    }
  };
  look(part);
  return { texts, images };
}

/** The base64 of an image: a data URL by itself, or data beside the type of an image. */
function imageOf(value: string, beside: object): string | undefined {
  const url = /^data:image\/[a-z]+;base64,(.+)$/s.exec(value);
  if (url) return url[1];
  const isImage = Object.values(beside).some((other) => typeof other === 'string' && /^image\/[a-z]+$/.test(other));
  return isImage && value.length > 1_000 && /^[A-Za-z0-9+/]+=*$/.test(value) ? value : undefined;
}

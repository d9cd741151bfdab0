import fc from 'fast-check';
import type { Edit } from '../../../schemas/artifacts.ts';
import { ensure } from './judging.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';

const pieces = fc.constantFrom('a', 'b', 'ab', '\n', 'é', 'e\u0301', '😀', '$&', '\\', ' ');
const texts = (most: number) => fc.array(pieces, { maxLength: most }).map((list) => list.join(''));
const edits: fc.Arbitrary<Edit[]> = fc.array(
  fc.record(
    {
      oldText: fc.oneof(
        { weight: 9, arbitrary: fc.array(pieces, { minLength: 1, maxLength: 3 }).map((list) => list.join('')) },
        { weight: 1, arbitrary: fc.constantFrom('\ud83d', '\ude00', '\0', 'a\ud83d') },
      ),
      newText: fc.oneof({ weight: 12, arbitrary: texts(3) }, { weight: 1, arbitrary: fc.constantFrom('\ud83d', '\0') }),
      replaceAll: fc.boolean(),
    },
    { requiredKeys: ['oldText', 'newText'], noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 4 },
);

/** The text that edits make of a text, found letter by letter; nothing where they must be refused. */
function referenceText(text: string, list: readonly Edit[]): string | undefined {
  let result = text;
  for (const { oldText, newText, replaceAll = false } of list) {
    const places = Array.from({ length: result.length }, (_, at) => at).filter((at) => result.startsWith(oldText, at));
    if (places.length === 0 || (places.length > 1 && !replaceAll)) return undefined;
    result = result.split(oldText).join(newText);
  }
  const isText = (one: string) => one.isWellFormed() && !one.includes('\0');
  return isText(result) && list.every(({ newText }) => isText(newText)) ? result : undefined;
}

const markdown = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '# ',
        '- ',
        '> ',
        '```',
        '~~~\n',
        '|',
        '---',
        '[a](',
        ')',
        '![',
        ']: b',
        '<div>',
        '<!--',
        '&amp;',
        '**',
        '__',
        '`',
        '\n',
        '\n\n',
        '    ',
        '\t',
        'word ',
      ),
      fc
        .tuple(
          fc.constantFrom('> ', '  - ', '[', '*', '`', '#', '<b>', '\n', '| '),
          fc.integer({ min: 50, max: 3_000 }),
        )
        .map(([one, times]) => one.repeat(times)),
      fc.string({ unit: 'grapheme' }),
    ),
    { maxLength: 12 },
  )
  .map((list) => list.join('').toWellFormed().replaceAll('\0', ''));

/** Edits of a document make what they say, or nothing at all; a document is kept letter by letter. */
export function editParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const path = '/api/workspace/artifacts';
  const json = async (method: string, address: string, input: object) => {
    const body = Buffer.from(JSON.stringify({ ...input, idempotencyKey: crypto.randomUUID() }));
    const reply = await line.ask({ method, path: address, headers: { 'content-type': 'application/json' }, body });
    judge.ofOperation(`${method} ${address === path ? path : `${path}/{artifactId}`}`, body.toString(), reply);
    return reply;
  };
  const stored = async (id: string) => (await line.ask({ method: 'GET', path: `${path}/${id}` })).body.artifact;
  const create = async (content: string) => {
    const reply = await json('POST', path, { kind: 'markdown', title: 'Plan', content });
    ensure(reply.status === 201, `${reply.status} ${reply.bytes.toString()}`);
    return reply.body.artifact;
  };
  const prepare = () => lab.renew();
  return [
    {
      name: 'edits of a document',
      kind: 'edits',
      runs: Math.ceil(runs * 0.8),
      prepare,
      property: promise(fc.tuple(texts(12), edits), async ([content, list]) => {
        const { id, versionId } = await create(content);
        const { status } = await json('PATCH', `${path}/${id}`, { expectedVersionId: versionId, edits: list });
        const after = await stored(id);
        const expected = referenceText(content, list);
        ensure(
          status === (expected === undefined ? 400 : 200),
          `${status}, and ${JSON.stringify(expected)} by the reference`,
        );
        ensure(after.content === (expected ?? content), `stored ${JSON.stringify(after.content)}`);
        if (expected === undefined) ensure(after.versionId === versionId, 'a refused edit made a version');
      }),
    },
    {
      name: 'any Markdown',
      kind: 'documents in Markdown',
      runs: Math.ceil(runs * 0.2),
      prepare,
      property: promise(markdown, async (content) => {
        const { id } = await create(content);
        ensure((await stored(id)).content === content, 'another text');
      }),
    },
  ];
}

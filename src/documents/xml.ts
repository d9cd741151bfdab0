import type { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { decoderOf, markedEncoding } from './encoding.ts';

type Attributes = Readonly<Record<string, string>>;

/** Callbacks for the start and end of an element and the text in between. Names have no prefix. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** Called after each piece, to wait for slow work. */
  readonly pause?: () => Promise<void>;
}

/**
 * Reads XML as it comes. Declared entities stay unexpanded and nothing external is fetched, so the text cannot grow.
 * Malformed XML is read as far as it goes.
 */
export async function readXml(pieces: AsyncIterable<Uint8Array>, handlers: XmlHandlers): Promise<void> {
  const { open, close, text, pause } = handlers;
  const parser = new Parser(
    {
      onopentag: (name, attributes) => open?.(localName(name), withLocalNames(attributes)),
      onclosetag: (name) => close?.(localName(name)),
      ontext: text,
    },
    { xmlMode: true },
  );
  let decoder: TextDecoder | undefined;
  for await (const piece of pieces) {
    decoder ??= decoderOf(markedEncoding(piece));
    parser.write(decoder.decode(piece, { stream: true }));
    await pause?.();
  }
  parser.end(decoder?.decode());
  await pause?.();
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1);

/** An attribute with a prefix keeps its full name too, because `r:id` differs from `id`. */
function withLocalNames(attributes: Attributes): Attributes {
  const names = Object.keys(attributes);
  if (!names.some((name) => name.includes(':'))) return attributes;
  const local = Object.entries(attributes).map(([name, value]): [string, string] => [localName(name), value]);
  return { ...Object.fromEntries(local), ...attributes };
}

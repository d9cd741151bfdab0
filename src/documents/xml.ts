import type { TextDecoder } from 'node:util';
import { Parser } from 'htmlparser2';
import { decoderOf, markedEncoding } from './encoding.ts';

type Attributes = Readonly<Record<string, string>>;

/** What is done where an element begins or ends and with the text in between. Names come without their prefix. */
export interface XmlHandlers {
  readonly open?: (name: string, attributes: Attributes) => void;
  readonly close?: (name: string) => void;
  readonly text?: (text: string) => void;
  /** After each piece, for what takes time. */
  readonly pause?: () => Promise<void>;
}

/**
 * Reads XML as it comes. Entities that a document declares are left as they stand and nothing outside it is fetched, so that
 * it cannot grow; what is not well formed is read as far as it goes.
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

/** An attribute with a prefix keeps it too, for `r:id` is another than `id`. */
function withLocalNames(attributes: Attributes): Attributes {
  const names = Object.keys(attributes);
  if (!names.some((name) => name.includes(':'))) return attributes;
  const local = Object.entries(attributes).map(([name, value]): [string, string] => [localName(name), value]);
  return { ...Object.fromEntries(local), ...attributes };
}

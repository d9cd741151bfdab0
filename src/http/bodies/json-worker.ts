import { parse } from 'secure-json-parse';
import { type Called, calledIn, structureRefusal } from './json-structure.ts';

export interface JsonTask {
  readonly bytes: Uint8Array;
}

/** Either a refusal or a value; neither means that the bytes are not JSON. */
export interface ParsedJson {
  readonly refusal?: string;
  /** The call that was refused. */
  readonly called?: Called;
  readonly value?: unknown;
}

/** Parses JSON in a separate thread, by the same rules as the gateway's own parser. */
export default function parseJson({ bytes }: JsonTask): ParsedJson {
  const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const refusal = structureRefusal(body);
  if (refusal !== undefined) return { refusal, called: calledIn(body) };
  try {
    return { value: parse(body.toString(), { protoAction: 'error', constructorAction: 'error' }) };
  } catch {
    return {};
  }
}

import { isOnePiece, jsonPieces } from '../turns/json-pieces.ts';
import { inTurns, type Work } from '../turns/turn.ts';

/** The JSON of an answer. A long one is written in turns with other work, and returned as bytes. */
export const answerJson = (subject: string, answer: unknown): string | Promise<Buffer> =>
  isOnePiece(answer) ? JSON.stringify(answer) : longJson(subject, answer);

export const longJson = (subject: string, answer: unknown): Promise<Buffer> => inTurns(subject, written(answer));

function* written(answer: unknown): Work<Buffer> {
  const pieces: Buffer[] = [];
  for (const piece of jsonPieces(answer)) {
    pieces.push(Buffer.from(piece));
    yield;
  }
  return yield* joined(pieces);
}

function* joined(pieces: readonly Buffer[]): Work<Buffer> {
  const whole = Buffer.allocUnsafe(pieces.reduce((bytes, piece) => bytes + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    at += piece.copy(whole, at);
    yield;
  }
  return whole;
}

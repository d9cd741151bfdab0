import { limits } from '../../../schemas/limits.ts';

/**
 * Fetches from the endpoint that the operator has named, and from no other: a redirect would take the key and the
 * workspace's text along. An answer that is too long is broken off.
 */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: 'error' });
  return new Response(response.body?.pipeThrough(atMost(limits.modelResponseBytes)), response);
};

function atMost(bytes: number): TransformStream<Uint8Array, Uint8Array> {
  let seen = 0;
  return new TransformStream({
    transform(chunk, controller) {
      seen += chunk.byteLength;
      if (seen > bytes) throw new Error(`The model's answer is longer than ${bytes} bytes.`);
      controller.enqueue(chunk);
    },
  });
}

import { limits } from '../../../schemas/limits.ts';

/**
 * Fetches only from the endpoint that the operator configured. Redirects are refused, because they would carry the key
 * and the workspace's text along. A response that is too long is cut off.
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

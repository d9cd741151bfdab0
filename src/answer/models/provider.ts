import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { LanguageModel } from 'ai';
import { boundedFetch } from './bounded-fetch.ts';
import type { ConfiguredModel } from './model.ts';

/** Every setting is given, because the library reads absent ones from the environment. */
export function languageModel({ protocol, url, name, key = '' }: ConfiguredModel): LanguageModel {
  if (protocol === 'anthropic') return createAnthropic({ baseURL: url, apiKey: key, fetch: boundedFetch })(name);
  const isOpenAI = new URL(url).hostname === 'api.openai.com';
  return createOpenAICompatible({
    name: 'configured',
    baseURL: url,
    apiKey: key,
    fetch: boundedFetch,
    ...(isOpenAI && { transformRequestBody: withCompletionTokens }),
  })(name);
}

/** OpenAI's newer models reject the name of this limit that all other servers use. */
function withCompletionTokens({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return { ...body, max_completion_tokens: max_tokens };
}

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Host, prompt, resource, serverName } from '../host.ts';

/** A library is worked with by a program of ours, as its own pages show it. */
function library(name: string, program: string, packages: readonly string[]): Host {
  return {
    name,
    packages,
    async work({ installed, door, place, modelUrl, run }) {
      for (const file of [program, 'login.mjs'])
        await copyFile(join('test/hosts/programs', file), join(installed, file));
      const given = JSON.stringify({ door, place, modelUrl, prompt, resource, serverName });
      const said = await run([process.execPath, join(installed, program), given]);
      const { listed, text } = JSON.parse(said.trim().split('\n').at(-1)!) as { listed: number; text: string };
      return { resources: listed > 0 && text.includes('"channel"') ? 'good' : `${listed} listed` };
    },
  };
}

export const libraries: readonly Host[] = [
  library('AI SDK', 'ai-sdk.mjs', ['ai', '@ai-sdk/mcp', '@ai-sdk/anthropic']),
  library('LangChain', 'langchain.mjs', [
    'langchain',
    '@langchain/core',
    '@langchain/mcp-adapters',
    '@langchain/anthropic',
  ]),
  library('Mastra', 'mastra.mjs', ['@mastra/core', '@mastra/mcp', '@ai-sdk/anthropic@3', 'zod']),
  library('OpenAI Agents', 'openai-agents.mjs', ['@openai/agents', 'zod']),
];

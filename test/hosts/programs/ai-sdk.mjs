import { createAnthropic } from '@ai-sdk/anthropic';
import { auth, createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';
import { generateText, isStepCount } from 'ai';
import { loggedIn } from './login.mjs';

const { door, place, modelUrl, prompt, resource } = JSON.parse(process.argv[2]);

async function transport() {
  if (door === 'stdio') return new StdioTransport({ command: place.command, args: place.args });
  if (door === 'http') return { type: 'http', url: place.url, headers: { Authorization: `Bearer ${place.token}` } };
  return { type: 'http', url: place.url, authProvider: await loggedIn(auth, place.url) };
}

const client = await createMCPClient({ transport: await transport() });
const model = createAnthropic({ baseURL: `${modelUrl}/v1`, apiKey: 'none' })('claude-sonnet-4-5');
await generateText({ model, tools: await client.tools(), stopWhen: isStepCount(30), prompt });
const { resources } = await client.listResources();
const { contents } = await client.readResource({ uri: resource });
console.log(JSON.stringify({ listed: resources.length, text: contents[0].text }));
await client.close();

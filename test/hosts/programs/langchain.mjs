import { ChatAnthropic } from '@langchain/anthropic';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { auth } from '@modelcontextprotocol/sdk/client/auth.js';
import { createAgent } from 'langchain';
import { loggedIn } from './login.mjs';

const { door, place, modelUrl, prompt, resource, serverName } = JSON.parse(process.argv[2]);

async function server() {
  if (door === 'stdio') return { transport: 'stdio', command: place.command, args: place.args };
  if (door === 'http')
    return { transport: 'http', url: place.url, headers: { Authorization: `Bearer ${place.token}` } };
  return { transport: 'http', url: place.url, authProvider: await loggedIn(auth, place.url) };
}

const client = new MultiServerMCPClient({ mcpServers: { [serverName]: await server() } });
const model = new ChatAnthropic({ model: 'claude-sonnet-4-5', apiKey: 'none', anthropicApiUrl: modelUrl });
const agent = createAgent({ model, tools: await client.getTools() });
await agent.invoke({ messages: [{ role: 'user', content: prompt }] }, { recursionLimit: 60 });
const { [serverName]: resources } = await client.listResources(serverName);
const [content] = await client.readResource(serverName, resource);
console.log(JSON.stringify({ listed: resources.length, text: content.text }));
await client.close();

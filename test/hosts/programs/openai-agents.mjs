import { auth } from '@modelcontextprotocol/client';
import {
  Agent,
  MCPServerStdio,
  MCPServerStreamableHttp,
  OpenAIProvider,
  Runner,
  setTracingDisabled,
} from '@openai/agents';
import { loggedIn } from './login.mjs';

const { door, place, modelUrl, prompt, resource, serverName: name } = JSON.parse(process.argv[2]);

async function serverAt() {
  if (door === 'stdio') return new MCPServerStdio({ name, command: place.command, args: place.args });
  const { url, token } = place;
  if (door === 'login') return new MCPServerStreamableHttp({ name, url, authProvider: await loggedIn(auth, url) });
  return new MCPServerStreamableHttp({ name, url, requestInit: { headers: { Authorization: `Bearer ${token}` } } });
}

setTracingDisabled(true);
const server = await serverAt();
await server.connect();
const modelProvider = new OpenAIProvider({ apiKey: 'none', baseURL: `${modelUrl}/v1`, useResponses: true });
const agent = new Agent({ name: 'a', instructions: 'Work.', model: 'gpt-5', mcpServers: [server] });
await new Runner({ modelProvider }).run(agent, prompt, { maxTurns: 30 });
const { resources } = await server.listResources();
const { contents } = await server.readResource(resource);
console.log(JSON.stringify({ listed: resources.length, text: contents[0].text }));
await server.close();

import { createAnthropic } from '@ai-sdk/anthropic';
import { Agent } from '@mastra/core/agent';
import { MCPClient, MCPOAuthClientProvider } from '@mastra/mcp';
import { execFile } from 'node:child_process';

const { door, place, modelUrl, prompt, resource, serverName } = JSON.parse(process.argv[2]);

function server() {
  if (door === 'stdio') return { command: place.command, args: place.args };
  const url = new URL(place.url);
  if (door === 'http') return { url, requestInit: { headers: { Authorization: `Bearer ${place.token}` } } };
  const redirectUrl = 'http://127.0.0.1:41999/callback';
  const clientMetadata = { client_name: 'Mastra', redirect_uris: [redirectUrl] };
  const clientInformation = { client_id: place.clientId };
  const onRedirectToAuthorization = (address) => void execFile('xdg-open', [address.href]);
  return {
    url,
    authProvider: new MCPOAuthClientProvider({
      redirectUrl,
      clientMetadata,
      clientInformation,
      onRedirectToAuthorization,
    }),
  };
}

const client = new MCPClient({ servers: { [serverName]: server() } });
if (door === 'login') await client.authenticate(serverName);
const model = createAnthropic({ baseURL: `${modelUrl}/v1`, apiKey: 'none' })('claude-sonnet-4-5');
const agent = new Agent({ id: 'a', name: 'a', instructions: 'Work.', model, tools: await client.listTools() });
await agent.generate(prompt, { maxSteps: 30 });
const { [serverName]: resources } = await client.resources.list();
const { contents } = await client.resources.read(serverName, resource);
console.log(JSON.stringify({ listed: resources.length, text: contents[0].text }));
await client.disconnect();

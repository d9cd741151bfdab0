import { AppRenderer, UI_EXTENSION_CAPABILITIES } from '@mcp-ui/client';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const { tool, input, theme, sandbox } = JSON.parse(new URLSearchParams(location.search).get('asked'));
document.documentElement.style.colorScheme = theme;
const client = new Client(
  { name: 'chat', version: '1.0.0' },
  { capabilities: { extensions: UI_EXTENSION_CAPABILITIES } },
);
await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', location.href)));
const result = await client.callTool({ name: tool, arguments: input });
createRoot(document.getElementById('chat')).render(
  createElement(AppRenderer, {
    client,
    toolName: tool,
    sandbox: { url: new URL(sandbox) },
    toolInput: input,
    toolResult: result,
    hostContext: { theme, displayMode: 'inline', platform: 'web' },
    onOpenLink: async () => ({}),
    onError: (error) => console.error(error),
  }),
);

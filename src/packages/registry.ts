import { bundleFile } from './bundle.ts';
import { icon, pageOf, type Project, summary, title } from './description.ts';

/** The entry of the MCP registry. The registry compares its name with `mcpName` of the package on npm. */
export function registryEntry(project: Project, bundleSha256: string) {
  const transport = { type: 'stdio' };
  const released = `${pageOf(project)}/releases/download/v${project.version}/${bundleFile(project)}`;
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: project.mcpName,
    title,
    description: summary,
    version: project.version,
    repository: { url: pageOf(project), source: 'github' },
    icons: [{ src: `${pageOf(project)}/raw/v${project.version}/${icon}`, mimeType: 'image/png', sizes: ['512x512'] }],
    packages: [
      {
        registryType: 'npm',
        registryBaseUrl: 'https://registry.npmjs.org',
        identifier: project.name,
        version: project.version,
        runtimeHint: 'npx',
        transport,
        packageArguments: [{ type: 'positional', value: 'mcp' }],
        environmentVariables: [
          {
            name: 'WORKSPACE_DATA',
            description: 'The data folder, if not the one of the platform',
            format: 'filepath',
          },
        ],
      },
      { registryType: 'mcpb', identifier: released, fileSha256: bundleSha256, transport },
    ],
  };
}

import { authors, pageOf, type Project, summary, title } from './description.ts';

/** The manifest of an MCPB, version 0.4. The bundle holds the package of npm in `server`, so nothing is downloaded. */
export const bundleManifest = (project: Project) => ({
  manifest_version: '0.4',
  name: project.name,
  display_name: title,
  version: project.version,
  description: summary,
  long_description: project.description,
  author: { name: authors, url: pageOf(project) },
  repository: { type: 'git', url: project.repository.url.replace(/^git\+/, '') },
  homepage: pageOf(project),
  support: `${pageOf(project)}/issues`,
  license: project.license,
  keywords: [...project.keywords],
  icon: 'icon.png',
  server: {
    type: 'node',
    entry_point: 'server/bin/workspace.js',
    mcp_config: { command: 'node', args: [`\${__dirname}/server/bin/workspace.js`, 'mcp'], env: {} },
  },
  tools_generated: true,
  compatibility: { platforms: ['darwin', 'win32', 'linux'], runtimes: { node: project.engines.node } },
});

/** The name of the bundle among the files of a release. */
export const bundleFile = ({ name, version }: Project): string => `${name}-${version}.mcpb`;

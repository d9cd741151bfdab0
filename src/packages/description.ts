/** The parts of `package.json` from which every package for a host is made. */
export interface Project {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  /** Its name in the MCP registry. */
  readonly mcpName: string;
  readonly keywords: readonly string[];
  readonly repository: { readonly url: string };
  readonly engines: { readonly node: string };
}

export const title = 'Workspace';

/** At most 100 characters, as the MCP registry asks. */
export const summary = 'A workspace that agents and people share: channels, documents, sheets, files, exact figures.';

export const authors = 'the workspace-mcp authors';

/** The icon, 512 by 512, which `npm run screens` draws from the one of the app. */
export const icon = 'src/packages/icon.png';

/** The address of the repository for people. */
export const pageOf = ({ repository }: Project): string => repository.url.replace(/^git\+|\.git$/g, '');

/** How a host starts the version of this build from npm. */
export const startOf = ({ name, version }: Project) => ({ command: 'npx', args: ['-y', `${name}@${version}`, 'mcp'] });

/** The block of `mcpServers` that most hosts read. */
export const serversOf = (project: Project) => ({ mcpServers: { [project.name]: startOf(project) } });

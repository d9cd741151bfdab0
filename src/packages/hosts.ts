import { authors, pageOf, type Project, serversOf, startOf, summary } from './description.ts';

/** The files of a package by path. */
export type Files = Readonly<Record<string, string>>;

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;

/** A marketplace of Claude Code with one plugin: the server, and the skill that teaches how to work with it. */
export function claudeMarketplace(project: Project, skill: string): Files {
  const { name, version, license, keywords } = project;
  const author = { name: authors, url: pageOf(project) };
  const described = { name, description: summary, version, author, homepage: pageOf(project), license, keywords };
  const plugin = `plugins/${name}`;
  return {
    '.claude-plugin/marketplace.json': json({
      name,
      description: summary,
      owner: author,
      plugins: [{ ...described, source: `./${plugin}` }],
    }),
    [`${plugin}/.claude-plugin/plugin.json`]: json({ ...described, repository: pageOf(project) }),
    [`${plugin}/.mcp.json`]: json(serversOf(project)),
    [`${plugin}/skills/workspace/SKILL.md`]: skill,
  };
}

/** An extension of Gemini CLI, which reads the skill as a part of it. */
export const geminiExtension = (project: Project, skill: string): Files => ({
  'gemini-extension.json': json({
    name: project.name,
    version: project.version,
    description: summary,
    ...serversOf(project),
  }),
  'skills/workspace/SKILL.md': skill,
});

/** The links by which Cursor and Visual Studio Code add the server with one click. */
export function installLinks(project: Project): { readonly cursor: string; readonly vscode: string } {
  const { name } = project;
  const start = { command: 'npx', args: startOf(project).args.with(1, name) };
  const cursor = new URLSearchParams({ name, config: Buffer.from(JSON.stringify(start)).toString('base64') });
  const vscode = new URLSearchParams({ name, config: JSON.stringify(start) });
  return {
    cursor: `https://cursor.com/en/install-mcp?${cursor.toString()}`,
    vscode: `https://insiders.vscode.dev/redirect/mcp/install?${vscode.toString()}`,
  };
}

/** What an access token may be for: the gateway as a whole (the default), or its MCP endpoint by name. Both serve all. */
export const audiencesOf = (publicUrl: string): readonly string[] => [publicUrl, `${publicUrl}/mcp`];

/** The audience that a resource indicator names, with a slash at its end or without. */
export function audienceNamed(publicUrl: string, resource: string): string | undefined {
  const named = resource.replace(/\/$/, '');
  return audiencesOf(publicUrl).find((audience) => audience === named);
}

/** Every way to write an audience. */
export const spellingsOf = (audience: string): string[] => [audience, `${audience}/`];

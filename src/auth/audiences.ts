/** Audiences of access tokens: the gateway as a whole (the default), or its MCP endpoint. Both serve everything. */
export const audiencesOf = (publicUrl: string): readonly string[] => [publicUrl, `${publicUrl}/mcp`];

/** The audience that a resource indicator names, with or without a trailing slash. */
export function audienceNamed(publicUrl: string, resource: string): string | undefined {
  const named = resource.replace(/\/$/, '');
  return audiencesOf(publicUrl).find((audience) => audience === named);
}

/** Every spelling of an audience. */
export const spellingsOf = (audience: string): string[] => [audience, `${audience}/`];

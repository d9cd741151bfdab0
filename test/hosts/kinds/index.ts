import type { Host } from '../host.ts';
import { claudeCode } from './claude-code.ts';
import { codexCli } from './codex.ts';
import { continueCli } from './continue.ts';
import { gemini } from './gemini.ts';
import { libraries } from './libraries.ts';
import { mcporter } from './mcporter.ts';
import { opencodeCli } from './opencode.ts';

export const hosts: readonly Host[] = [claudeCode, codexCli, gemini, opencodeCli, continueCli, mcporter, ...libraries];

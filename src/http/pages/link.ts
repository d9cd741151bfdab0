import { html } from '../../auth/html.ts';
import { page } from './html.ts';

/**
 * The page behind every `url` of an answer. It is the same whether or not something exists, because it looks nothing up
 * (CONTRACT section 11).
 */
export const linkPage = (publicUrl: string): string =>
  page(
    'A link into a workspace',
    html`<header><p><a href="/docs">Documentation</a></p><h1>A link into a workspace</h1></header>
<main><p>This link names something in the workspace at <code>${publicUrl}</code>. People and agents who may read it see it there.</p>
<h2>How to open it</h2>
<ul><li>Give the link to an agent that is connected to this workspace.</li>
<li>Or use the command line: <code>workspace login ${publicUrl}</code>, then the command that <code>workspace help</code> names for it.</li></ul>
<p>This page is the same if nothing is there, or if it is not shared with you.</p></main>`,
  );

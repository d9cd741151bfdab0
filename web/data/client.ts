import { WorkspaceClient } from '../../src/sdk/index.ts';
import { base } from '../base.ts';
import { sessionHeaders } from './session.ts';

/** Every operation of the workspace, as the person who is signed in to this page. */
export const workspace = new WorkspaceClient({
  baseUrl: location.origin + base,
  interface: 'app',
  headers: sessionHeaders,
});

import { WorkspaceClient } from '../../src/sdk/index.ts';
import { base } from '../base.ts';
import { sessionHeaders } from './session.ts';

/** The address of the gateway that the page comes from. */
export const gatewayUrl = location.origin + base;

const options = { baseUrl: gatewayUrl, interface: 'app', headers: sessionHeaders } as const;

/** Every operation of the workspace, as the person who is signed in to this page. */
export const workspace = new WorkspaceClient(options);

/** The same for callers that try again by themselves, and tell meanwhile. */
export const impatientWorkspace = new WorkspaceClient({ ...options, retries: 0 });

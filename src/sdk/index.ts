export { WorkspaceError } from '../../schemas/errors.ts';
export { WorkspaceClient } from './client.ts';
export type { GatewayOptions, TokenProvider } from './gateway.ts';
export type { CallOptions, Progress } from './options.ts';
export { itemsOf } from './pages.ts';
export type { NamedBytes, Uploaded } from './uploads.ts';

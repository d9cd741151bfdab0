/** A tool as a request offers it. Some hosts put the tools of a server into a namespace. */
export interface Offered {
  readonly name: string;
  readonly namespace?: string;
}

/** The next move of the model: a call of a tool, or its last words. */
export type Reply = { readonly tool: Offered; readonly input: object } | { readonly text: string };

/** An HTTP interface of language models, as far as a script needs it. */
export interface Dialect {
  /** Whether a request at this path speaks it. */
  readonly speaksAt: (path: string) => boolean;
  readonly offered: (request: Body) => Offered[];
  /** The arguments of the calls that the request repeats, each as JSON. */
  readonly calls: (request: Body) => string[];
  /** The answers of tools that the request repeats, each as the model is sent it. */
  readonly results: (request: Body) => unknown[];
  readonly isStream: (request: Body, path: string) => boolean;
  readonly answer: (reply: Reply, id: string) => object;
  /** The same in events, as they stand on the wire. */
  readonly stream: (reply: Reply, id: string) => string;
}

type Typed = { readonly type: string; readonly [key: string]: unknown };

export type Body = { readonly [key: string]: unknown };

export const event = (data: object, name?: string): string =>
  `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;

/** Events that name their type twice. */
export const typed = (...events: readonly Typed[]): string => events.map((data) => event(data, data.type)).join('');

export const listIn = (body: Body, key: string): Body[] => (Array.isArray(body[key]) ? (body[key] as Body[]) : []);

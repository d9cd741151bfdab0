import { type Body, type Dialect, listIn, type Reply, typed } from './dialect.ts';

const usage = { input_tokens: 1, output_tokens: 1 };

const blockOf = (reply: Reply, id: string) =>
  'text' in reply
    ? { type: 'text', text: reply.text }
    : { type: 'tool_use', id: `toolu_${id}`, name: reply.tool.name, input: reply.input };

const messageOf = (id: string) => ({ id: `msg_${id}`, type: 'message', role: 'assistant', model: 'recorder' });
const reasonOf = (reply: Reply) => ('text' in reply ? 'end_turn' : 'tool_use');

const blocksIn = (request: Body) => listIn(request, 'messages').flatMap((message) => listIn(message, 'content'));

/** Messages of Anthropic. */
export const anthropic: Dialect = {
  speaksAt: (path) => path.endsWith('/messages'),
  offered: (request) => listIn(request, 'tools').map(({ name }) => ({ name: String(name) })),
  calls: (request) =>
    blocksIn(request)
      .filter(({ type }) => type === 'tool_use')
      .map(({ input }) => JSON.stringify(input)),
  results: (request) => blocksIn(request).filter(({ type }) => type === 'tool_result'),
  isStream: ({ stream }) => stream === true,
  answer: (reply, id) => ({
    ...messageOf(id),
    content: [blockOf(reply, id)],
    stop_reason: reasonOf(reply),
    stop_sequence: null,
    usage,
  }),
  stream(reply, id) {
    const block = blockOf(reply, id);
    const [started, delta] =
      'text' in reply
        ? [
            { ...block, text: '' },
            { type: 'text_delta', text: reply.text },
          ]
        : [
            { ...block, input: {} },
            { type: 'input_json_delta', partial_json: JSON.stringify(reply.input) },
          ];
    const message = { ...messageOf(id), content: [], stop_reason: null, stop_sequence: null, usage };
    return typed(
      { type: 'message_start', message },
      { type: 'content_block_start', index: 0, content_block: started },
      { type: 'content_block_delta', index: 0, delta },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: reasonOf(reply), stop_sequence: null }, usage },
      { type: 'message_stop' },
    );
  },
};

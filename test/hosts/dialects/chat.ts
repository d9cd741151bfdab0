import { type Body, type Dialect, event, listIn, type Reply } from './dialect.ts';

const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
const reasonOf = (reply: Reply) => ('text' in reply ? 'stop' : 'tool_calls');

const messageOf = (reply: Reply, id: string) =>
  'text' in reply
    ? { role: 'assistant', content: reply.text }
    : {
        role: 'assistant',
        content: null,
        tool_calls: [
          {
            index: 0,
            id: `call_${id}`,
            type: 'function',
            function: { name: reply.tool.name, arguments: JSON.stringify(reply.input) },
          },
        ],
      };

const frame = (id: string, object: string) => ({ id: `chatcmpl-${id}`, object, created: 0, model: 'recorder' });

/** Chat completions of OpenAI. */
export const chat: Dialect = {
  speaksAt: (path) => path.endsWith('/chat/completions'),
  offered: (request) =>
    listIn(request, 'tools').map((tool) => ({ name: String((tool.function as Body | undefined)?.name) })),
  calls: (request) =>
    listIn(request, 'messages')
      .flatMap((message) => listIn(message, 'tool_calls'))
      .map((call) => String((call.function as Body).arguments)),
  results: (request) => listIn(request, 'messages').filter(({ role }) => role === 'tool'),
  isStream: ({ stream }) => stream === true,
  answer: (reply, id) => ({
    ...frame(id, 'chat.completion'),
    choices: [{ index: 0, message: messageOf(reply, id), finish_reason: reasonOf(reply) }],
    usage,
  }),
  stream: (reply, id) =>
    [
      { choices: [{ index: 0, delta: messageOf(reply, id), finish_reason: null }] },
      { choices: [{ index: 0, delta: {}, finish_reason: reasonOf(reply) }], usage },
    ]
      .map((chunk) => event({ ...frame(id, 'chat.completion.chunk'), ...chunk }))
      .join('')
      .concat('data: [DONE]\n\n'),
};

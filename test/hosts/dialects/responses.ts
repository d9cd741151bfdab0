import { type Body, type Dialect, listIn, type Offered, type Reply, typed } from './dialect.ts';

const usage = {
  input_tokens: 1,
  input_tokens_details: { cached_tokens: 0 },
  output_tokens: 1,
  output_tokens_details: { reasoning_tokens: 0 },
  total_tokens: 2,
};

const itemOf = (reply: Reply, id: string) =>
  'text' in reply
    ? {
        type: 'message',
        id: `msg_${id}`,
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: reply.text, annotations: [] }],
      }
    : {
        type: 'function_call',
        id: `fc_${id}`,
        call_id: `call_${id}`,
        status: 'completed',
        ...reply.tool,
        arguments: JSON.stringify(reply.input),
      };

const offeredIn = (tools: readonly Body[], namespace?: string): Offered[] =>
  tools.flatMap((tool) =>
    tool.type === 'namespace'
      ? offeredIn(listIn(tool, 'tools'), String(tool.name))
      : { name: String(tool.name), ...(namespace !== undefined && { namespace }) },
  );

const answerOf = (reply: Reply, id: string, status: string) => ({
  id: `resp_${id}`,
  object: 'response',
  created_at: 0,
  status,
  model: 'recorder',
  output: status === 'completed' ? [itemOf(reply, id)] : [],
  usage: status === 'completed' ? usage : null,
});

/** Responses of OpenAI. */
export const responses: Dialect = {
  speaksAt: (path) => path.endsWith('/responses'),
  offered: (request) => offeredIn(listIn(request, 'tools')),
  calls: (request) =>
    listIn(request, 'input')
      .filter(({ type }) => type === 'function_call')
      .map((call) => String(call.arguments)),
  results: (request) => listIn(request, 'input').filter(({ type }) => type === 'function_call_output'),
  isStream: ({ stream }) => stream === true,
  answer: (reply, id) => answerOf(reply, id, 'completed'),
  stream: (reply, id) =>
    typed(
      { type: 'response.created', response: answerOf(reply, id, 'in_progress') },
      { type: 'response.output_item.added', output_index: 0, item: itemOf(reply, id) },
      { type: 'response.output_item.done', output_index: 0, item: itemOf(reply, id) },
      { type: 'response.completed', response: answerOf(reply, id, 'completed') },
    ),
};

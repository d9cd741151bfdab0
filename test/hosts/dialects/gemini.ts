import { type Body, type Dialect, event, listIn, type Reply } from './dialect.ts';

const answerOf = (reply: Reply) => ({
  candidates: [
    {
      index: 0,
      content: {
        role: 'model',
        parts: [
          'text' in reply ? { text: reply.text } : { functionCall: { name: reply.tool.name, args: reply.input } },
        ],
      },
      finishReason: 'STOP',
    },
  ],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
});

const partsIn = (request: Body) => listIn(request, 'contents').flatMap((content) => listIn(content, 'parts'));

/** Generated content of Gemini. */
export const gemini: Dialect = {
  speaksAt: (path) => /:(?:stream)?generateContent$/i.test(path),
  offered: (request) =>
    listIn(request, 'tools')
      .flatMap((tool) => listIn(tool, 'functionDeclarations'))
      .map(({ name }) => ({ name: String(name) })),
  calls: (request) =>
    partsIn(request).flatMap(({ functionCall }) => (functionCall ? [JSON.stringify((functionCall as Body).args)] : [])),
  results: (request) => partsIn(request).filter(({ functionResponse }) => functionResponse !== undefined),
  isStream: (_request, path) => path.endsWith(':streamGenerateContent'),
  answer: answerOf,
  stream: (reply) => event(answerOf(reply)),
};

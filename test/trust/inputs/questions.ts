import { setTimeout as pause } from 'node:timers/promises';
import { limits } from '../../../schemas/limits.ts';
import { ensure } from './judging.ts';
import { questions } from './known.ts';
import type { Sender } from './sender.ts';
import { type Part, promise } from './parts.ts';

const pauseMs = 25;
/** A question has its seconds, and as many again for whoever waits for the answer of a busy machine. */
const mostPauses = (2 * limits.questionSeconds * 1_000) / pauseMs;

/** Questions in prose. Each is answered or refused within bounded time. No answer tells what its asker may not read. */
export function questionParts(runs: number, { line, lab, judge }: Sender): Part[] {
  const path = '/api/workspace/queries';
  return [
    {
      name: 'questions in prose',
      kind: 'questions',
      runs,
      prepare: () => lab.renew(),
      property: promise(questions, async (question) => {
        const asked = { mode: 'session', question, channelId: lab.first('ch', 0) };
        const body = Buffer.from(JSON.stringify(asked));
        const reply = await line.ask({ method: 'POST', path, headers: { 'content-type': 'application/json' }, body });
        judge.ofOperation(`POST ${path}`, body.toString(), reply);
        if (reply.status !== 202) return ensure(reply.status === 400, `${reply.status}`);
        for (let pauses = 0; ; pauses += 1) {
          const told = await line.ask({ method: 'GET', path: `${path}/${reply.body.query.id}` });
          judge.ofOperation(`GET ${path}/{queryId}`, body.toString(), told);
          const { query } = told.body;
          if (query.status === 'completed')
            return ensure((query.answer ?? '').length > 0, 'an answer that says nothing');
          ensure(query.status === 'queued' || query.status === 'running', told.bytes.toString());
          ensure(pauses < mostPauses, `still ${query.status}`);
          await pause(pauseMs);
        }
      }),
    },
  ];
}

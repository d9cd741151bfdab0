import { useState } from 'react';
import type { Webhook } from '../../../schemas/webhooks.ts';
import { workspace } from '../../data/client.ts';
import { useChannels } from '../../data/queries.ts';
import { Answer } from '../../shared/answer.tsx';
import { More } from '../../shared/lists/more.tsx';
import { usePages } from '../../shared/lists/use-pages.ts';
import { useAct } from '../../shared/acts/use-act.ts';
import { Button } from '../../ui/button.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Shown } from '../../ui/shown.tsx';
import { Time } from '../../ui/time.tsx';
import { tell } from '../../ui/overlays/toast.tsx';
import styles from './account.module.css';
import { AddWebhook } from './add-webhook.tsx';
import { webhooksKey as key } from './keys.ts';

/** The addresses that the person's activity is sent to, and how their deliveries stand. */
export function WebhookList() {
  const [isAdding, setAdding] = useState(false);
  const pages = usePages(key, async (cursor, options) => {
    const { webhooks, nextCursor } = await workspace.webhooks.list({ cursor }, options);
    return { items: webhooks, nextCursor };
  });
  return (
    <>
      <div className={styles.end}>
        <Button icon="plus" onClick={() => setAdding(true)}>
          Add a webhook
        </Button>
      </div>
      {isAdding && <AddWebhook close={() => setAdding(false)} />}
      <Answer of={pages} what="your webhooks">
        {(webhooks) =>
          webhooks.length > 0 && (
            <>
              <Rows label="Webhooks">
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook.id} webhook={webhook} />
                ))}
              </Rows>
              {pages.hasNextPage && <More of={pages} what="webhooks" />}
            </>
          )
        }
      </Answer>
    </>
  );
}

function WebhookRow({ webhook: { id, url, ...webhook } }: { webhook: Webhook }) {
  const remove = useAct({
    act: () => workspace.webhooks.remove({ webhookId: id }),
    stale: [key],
    done: () => tell('The webhook is removed.'),
  });
  const resume = useAct({ act: () => workspace.webhooks.resume({ webhookId: id }), stale: [key] });
  return (
    <Row
      icon="share"
      title={<Shown text={url} />}
      about={<About {...webhook} />}
      actions={
        <>
          {webhook.state !== 'active' && (
            <Button disabled={resume.isPending} aria-label={`Deliver again to ${url}`} onClick={() => resume.mutate()}>
              Deliver again
            </Button>
          )}
          <Button disabled={remove.isPending} aria-label={`Remove ${url}`} onClick={() => remove.mutate()}>
            Remove
          </Button>
        </>
      }
    />
  );
}

/** The filters of a webhook, its state and the reason. */
function About({ channelId, types, state, deliveredAt, nextTryAt, problem }: Omit<Webhook, 'id' | 'url'>) {
  const channel = useChannels()?.find(({ id }) => id === channelId);
  return (
    <>
      <span>{state}</span>
      {channelId !== undefined && <span>only {channel ? <Shown text={channel.name} /> : 'a channel'}</span>}
      {types && <span>only {types.map((type) => type.replace('_', ' ')).join(', ')}</span>}
      {problem !== undefined && <span>{problem}</span>}
      {nextTryAt !== undefined && (
        <span>
          next try <Time at={nextTryAt} />
        </span>
      )}
      {deliveredAt !== undefined && (
        <span>
          delivered <Time at={deliveredAt} />
        </span>
      )}
    </>
  );
}

import {
  call,
  defineTexts,
  type InboxQueueProps,
  type InboxRow,
  type RowOf,
  refresh,
  useInboxReport,
  useRows,
  useTexts,
} from '@patchbay/console-kit';
import { useCallback, useEffect, useState } from 'react';

const texts = defineTexts({
  en: {
    failed: 'Failed delivery',
    disabled: 'Webhook switched off',
    title: (webhook: string, event: string) => `${event} to ${webhook}`,
    resend: 'Send again',
    resent: 'The delivery is sent again.',
  },
  de: {
    failed: 'Fehlgeschlagene Zustellung',
    disabled: 'Webhook abgeschaltet',
    title: (webhook: string, event: string) => `${event} an ${webhook}`,
    resend: 'Noch einmal senden',
    resent: 'Die Zustellung wird noch einmal gesendet.',
  },
});

type Webhook = RowOf<'/webhooks'>;
type Delivery = RowOf<'/webhooks/{webhook_id}/deliveries'>;

const MOST_WEBHOOKS = '50';
const EVERY_MS = 30_000;
/** Older ones are history. */
const LATELY_MS = 24 * 3_600_000;
const LIVE = { live: ['webhooks.subscription.*'], everyMs: EVERY_MS };

export default function WebhooksQueue({ report }: InboxQueueProps) {
  const t = useTexts(texts);
  const [failed, setFailed] = useState<Readonly<Record<string, readonly Delivery[]>>>({});
  const { rows, read, total } = useRows(
    '/webhooks',
    { per_page: MOST_WEBHOOKS, sort: '-updated_at' },
    {},
    LIVE,
  );
  const learn = useCallback(
    (id: string, deliveries: readonly Delivery[]) => setFailed((former) => ({ ...former, [id]: deliveries })),
    [],
  );
  const delivery = (
    webhook: Webhook,
    { id, event_type, reason, created_at, finished_at }: Delivery,
  ): InboxRow => ({
    id,
    state: 'failed',
    kind: t.failed,
    title: t.title(webhook.name, event_type),
    detail: reason,
    at: finished_at ?? created_at,
    href: `/webhooks/${webhook.id}/deliveries/${id}`,
    actions: [
      {
        key: 'approve',
        label: t.resend,
        done: t.resent,
        run: async () => {
          const path = { webhook_id: webhook.id, delivery_id: id };
          await call('POST', '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', { path });
          refresh('/webhooks');
          return undefined;
        },
      },
    ],
  });
  const disabled = ({ id, name, disabled_reason, disabled_at, updated_at }: Webhook): InboxRow => ({
    id: `disabled ${id}`,
    state: 'failed',
    kind: t.disabled,
    title: name,
    detail: disabled_reason,
    at: disabled_at ?? updated_at,
    href: `/webhooks/${id}`,
    actions: [],
  });
  useInboxReport(
    { report },
    {
      rows: rows.flatMap((webhook) => [
        ...(webhook.disabled_reason === null ? [] : [disabled(webhook)]),
        ...(failed[webhook.id] ?? []).map((each) => delivery(webhook, each)),
      ]),
      isLoading: read.isPending,
      error: read.error,
      more: { amount: Math.max(0, total - rows.length), href: '/webhooks' },
    },
  );
  return rows.map(({ id }) => <FailedOf key={id} webhook_id={id} learn={learn} />);
}

interface FailedOfProps {
  readonly webhook_id: string;
  learn(id: string, deliveries: readonly Delivery[]): void;
}

/** Failed deliveries of one webhook that were not sent again since. */
function FailedOf({ webhook_id, learn }: FailedOfProps) {
  const latest = { sort: '-created_at', per_page: '20' };
  const path = '/webhooks/{webhook_id}/deliveries';
  const failed = useRows(path, { ...latest, status: 'failed' }, { webhook_id }, LIVE);
  const resent = useRows(path, { ...latest, kind: 'resend' }, { webhook_id }, LIVE);
  const key = JSON.stringify([failed.rows.map(({ id }) => id), resent.rows.map(({ id }) => id)]);
  // The key stands for both lists.
  useEffect(() => {
    const again = new Set(resent.rows.map(({ resend_of }) => resend_of));
    const open = failed.rows.filter(
      ({ id, created_at }) => !again.has(id) && Date.now() - Date.parse(created_at) < LATELY_MS,
    );
    learn(webhook_id, open);
  }, [key, webhook_id, learn]);
  return null;
}

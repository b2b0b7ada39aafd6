import {
  Notice,
  Page,
  Tabs,
  type Tagged,
  Time,
  usePathParameter,
  useTagged,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { DeliveryList } from '../deliveries/delivery-list.tsx';
import { texts } from './texts.ts';
import { WebhookActions } from './webhook-actions.tsx';
import type { Webhook } from './webhook-form.tsx';
import { reasonText, WebhookState } from './webhook-list.tsx';
import { WebhookOverview } from './webhook-overview.tsx';

const EVERY_MS = 20_000;

export default function WebhookPage() {
  const webhook_id = usePathParameter('webhook_id');
  const read = useTagged(
    '/webhooks/{webhook_id}',
    { path: { webhook_id } },
    { live: ['webhooks.**'], everyMs: EVERY_MS },
  );
  return <WaitingFor read={read}>{(tagged) => <WebhookDetails {...tagged} />}</WaitingFor>;
}

function WebhookDetails({ data: webhook, etag }: Tagged<Webhook>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page
      title={webhook.name}
      marks={<WebhookState webhook={webhook} />}
      summary={<code>{webhook.url}</code>}
      actions={<WebhookActions data={webhook} etag={etag} />}
    >
      {webhook.disabled_reason === null ? null : (
        <Notice kind="bad" title={t.stopped}>
          <p>
            {reasonText(webhook.disabled_reason, t)} <Time at={webhook.disabled_at} />
          </p>
          <p className="muted">{t.stopped_hint}</p>
        </Notice>
      )}
      {webhook.former_secret_until === null ? null : (
        <Notice kind="info">
          {t.overlap_runs} <Time at={webhook.former_secret_until} form="full" />
        </Notice>
      )}
      <Tabs
        label={webhook.name}
        tabs={[
          { id: 'deliveries', title: t.deliveries, content: () => <DeliveryList webhook={webhook} /> },
          { id: 'overview', title: w.overview, content: () => <WebhookOverview webhook={webhook} /> },
        ]}
      />
    </Page>
  );
}

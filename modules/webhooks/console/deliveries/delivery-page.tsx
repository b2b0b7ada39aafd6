import {
  ActionButton,
  Facts,
  Grid,
  LinkButton,
  Page,
  PageLink,
  Panel,
  Stack,
  Time,
  useGo,
  usePathParameter,
  useRead,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import type { Delivery } from './delivery.ts';
import { DeliveryTries } from './delivery-tries.tsx';
import { DeliveryStatusBadge, useDeliveryWords } from './delivery-words.tsx';
import { KeptAnswer, KeptRequest } from './kept-message.tsx';
import { texts } from './texts.ts';

const EVERY_MS = 4_000;

export default function DeliveryPage() {
  const path = {
    webhook_id: usePathParameter('webhook_id'),
    delivery_id: usePathParameter('delivery_id'),
  };
  const read = useRead('/webhooks/{webhook_id}/deliveries/{delivery_id}', { path }, { everyMs: EVERY_MS });
  return <WaitingFor read={read}>{(delivery) => <DeliveryDetails delivery={delivery} />}</WaitingFor>;
}

function DeliveryDetails({ delivery }: { readonly delivery: Delivery }) {
  const t = useTexts(texts);
  return (
    <Page
      title={t.title(delivery.event_type)}
      marks={<DeliveryStatusBadge status={delivery.status} />}
      actions={<DeliveryActions delivery={delivery} />}
    >
      <Stack>
        <Grid size="half">
          <Panel title={t.about}>
            <About delivery={delivery} />
          </Panel>
          <Panel title={t.tries}>
            <DeliveryTries tries={delivery.tries} />
          </Panel>
        </Grid>
        <KeptRequest request={delivery.request} />
        <KeptAnswer answer={delivery.answer} />
      </Stack>
    </Page>
  );
}

function DeliveryActions({ delivery: { id, webhook_id } }: { readonly delivery: Delivery }) {
  const t = useTexts(texts);
  const go = useGo();
  const resend = useWrite('POST', '/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', {
    done: t.resent,
    onDone: (made) => go(`/webhooks/${webhook_id}/deliveries/${made.id}`),
  });
  return (
    <>
      <LinkButton to={`/webhooks/${webhook_id}`}>{t.to_webhook}</LinkButton>
      <ActionButton variant="primary" run={() => resend.run({ path: { webhook_id, delivery_id: id } })}>
        {t.resend}
      </ActionButton>
    </>
  );
}

function About({ delivery }: { readonly delivery: Delivery }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { kindName } = useDeliveryWords();
  const { event_id, resend_of, webhook_id } = delivery;
  const moment = (at: string | null) => <Time at={at} form="full" />;
  return (
    <Facts
      facts={[
        [w.kind, kindName(delivery.kind)],
        [w.reason, delivery.reason],
        [t.sequence, delivery.sequence],
        event_id === null ? null : [t.event_id, <code key="event">{event_id}</code>],
        resend_of === null
          ? null
          : [
              t.resend_of,
              <PageLink key="former" to={`/webhooks/${webhook_id}/deliveries/${resend_of}`}>
                {t.former}
              </PageLink>,
            ],
        [w.created, moment(delivery.created_at)],
        [t.first_attempt, moment(delivery.first_attempt_at)],
        [t.last_attempt, moment(delivery.last_attempt_at)],
        [t.next_attempt, moment(delivery.next_attempt_at)],
        [t.finished, moment(delivery.finished_at)],
      ]}
    />
  );
}

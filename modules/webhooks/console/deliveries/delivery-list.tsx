import { Figure, ResourceList, Time, useTexts, words } from '@patchbay/console-kit';
import type { Webhook } from '../webhooks/webhook-form.tsx';
import {
  DELIVERY_KINDS,
  DELIVERY_STATUSES,
  DeliveryStatusBadge,
  useDeliveryWords,
} from './delivery-words.tsx';
import { texts } from './texts.ts';

const EVERY_MS = 5_000;

/** Deliveries, newest first; read anew while it is looked at. */
export function DeliveryList({ webhook: { id, events } }: { readonly webhook: Webhook }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { kindName, statusName } = useDeliveryWords();
  return (
    <ResourceList
      path="/webhooks/{webhook_id}/deliveries"
      parameters={{ webhook_id: id }}
      label={t.deliveries}
      hasSearch={false}
      columns={[
        {
          id: 'event',
          title: t.event,
          cell: ({ event_type }) => event_type,
          text: ({ event_type }) => event_type,
        },
        {
          id: 'status',
          title: w.status,
          cell: ({ status }) => <DeliveryStatusBadge status={status} />,
          text: ({ status }) => status,
        },
        { id: 'kind', title: w.kind, cell: ({ kind }) => kindName(kind), text: ({ kind }) => kind },
        {
          id: 'sequence',
          title: t.sequence,
          align: 'end',
          cell: ({ sequence }) => (sequence === null ? '–' : <Figure value={sequence} />),
          text: ({ sequence }) => sequence,
        },
        {
          id: 'attempts',
          title: t.attempts,
          align: 'end',
          cell: ({ attempts }) => attempts,
          text: ({ attempts }) => attempts,
        },
        {
          id: 'next',
          title: t.next_attempt,
          cell: ({ next_attempt_at }) => <Time at={next_attempt_at} />,
          text: ({ next_attempt_at }) => next_attempt_at,
        },
        {
          id: 'created',
          title: w.created,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} />,
          text: ({ created_at }) => created_at,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          key: 'status',
          label: w.status,
          choices: DELIVERY_STATUSES.map((value) => ({ value, label: statusName(value) })),
        },
        {
          kind: 'choice',
          key: 'kind',
          label: w.kind,
          choices: DELIVERY_KINDS.map((value) => ({ value, label: kindName(value) })),
        },
      ]}
      sort="-created_at"
      rowHref={(row) => `/webhooks/${id}/deliveries/${row.id}`}
      live={events}
      everyMs={EVERY_MS}
      exportName="webhook-deliveries"
      empty={{ title: t.empty, hint: t.empty_hint }}
    />
  );
}

import { Badge, ResourceList, type RowOf, Time, useTexts, words } from '@patchbay/console-kit';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

type Webhook = RowOf<'/webhooks'>;

/** Whether it sends, and why not. */
export function WebhookState({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  if (webhook.is_enabled) return <Badge kind="good">{w.enabled}</Badge>;
  const { disabled_reason } = webhook;
  if (disabled_reason === null) return <Badge>{w.disabled}</Badge>;
  return <Badge kind="bad">{`${w.disabled}: ${reasonText(disabled_reason, t)}`}</Badge>;
}

interface ReasonTexts {
  readonly reason_failing: string;
  readonly reason_gone: string;
  readonly reason_author_disabled: string;
}

export function reasonText(reason: string, t: ReasonTexts): string {
  if (reason === 'failing') return t.reason_failing;
  if (reason === 'gone') return t.reason_gone;
  return reason === 'author_disabled' ? t.reason_author_disabled : reason;
}

export function WebhookList({ create }: { readonly create: ReactNode }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <ResourceList
      path="/webhooks"
      label={t.webhooks}
      columns={[
        { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
        { id: 'url', title: t.url, cell: ({ url }) => <code>{url}</code>, text: ({ url }) => url },
        {
          id: 'events',
          title: t.events,
          cell: ({ events }) => <code>{eventsText(events)}</code>,
          text: ({ events }) => events.join(' '),
        },
        {
          id: 'status',
          title: w.status,
          cell: (webhook) => <WebhookState webhook={webhook} />,
          text: ({ is_enabled, disabled_reason }) => disabled_reason ?? is_enabled,
        },
        {
          id: 'updated',
          title: w.updated,
          sort: 'updated_at',
          cell: ({ updated_at }) => <Time at={updated_at} />,
          text: ({ updated_at }) => updated_at,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          key: 'is_enabled',
          label: w.status,
          choices: [
            { value: 'true', label: w.enabled },
            { value: 'false', label: w.disabled },
          ],
        },
      ]}
      sort="name"
      rowHref={({ id }) => `/webhooks/${id}`}
      nameOf={({ name }) => name}
      live={['webhooks.**']}
      exportName="webhooks"
      viewsOf="webhooks"
      empty={{ title: t.empty, hint: t.empty_hint, action: create }}
    />
  );
}

const MOST_SHOWN = 3;

const eventsText = (events: readonly string[]): string =>
  events.length <= MOST_SHOWN
    ? events.join(', ')
    : `${events.slice(0, MOST_SHOWN).join(', ')} +${events.length - MOST_SHOWN}`;

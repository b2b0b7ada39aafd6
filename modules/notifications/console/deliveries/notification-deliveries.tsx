import { ResourceList, StatusBadge, Time, useTexts, words } from '@patchbay/console-kit';
import { texts } from './texts.ts';

const STATUSES = ['waiting', 'sending', 'delivered', 'failed', 'skipped', 'folded'] as const;
const WAYS = ['in_app', 'email', 'chat', 'webhook'] as const;
const EVERY_MS = 10_000;

export interface NotificationDeliveriesProps {
  /** Only those of a channel. */
  readonly channel_id?: string;
  /** Keys of the address begin with it. */
  readonly prefix: string;
}

/** Outcome of messages, for each receiver and way; administrators see those of all. */
export function NotificationDeliveries({ channel_id, prefix }: NotificationDeliveriesProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const wayName = (way: string): string => {
    const known = WAYS.find((each) => each === way);
    return known === undefined ? way : t[`way_${known}`];
  };
  return (
    <ResourceList
      path="/notifications/deliveries"
      {...(channel_id === undefined ? {} : { query: { channel_id } })}
      label={t.deliveries}
      prefix={prefix}
      columns={[
        { id: 'title', title: t.message, cell: ({ title }) => title, text: ({ title }) => title },
        {
          id: 'status',
          title: w.status,
          cell: ({ status }) => <StatusBadge status={status} label={t[status]} />,
          text: ({ status }) => status,
        },
        { id: 'way', title: t.way, cell: ({ channel }) => wayName(channel), text: ({ channel }) => channel },
        {
          id: 'recipient',
          title: t.recipient,
          cell: ({ recipient }) => recipient,
          text: ({ recipient }) => recipient,
        },
        {
          id: 'reason',
          title: w.reason,
          cell: ({ reason, last_error }) => last_error ?? reason,
          text: ({ reason, last_error }) => last_error ?? reason,
        },
        {
          id: 'attempts',
          title: t.attempts,
          align: 'end',
          cell: ({ attempts }) => attempts,
          text: ({ attempts }) => attempts,
        },
        { id: 'due', title: t.due, cell: ({ due_at }) => <Time at={due_at} />, text: ({ due_at }) => due_at },
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
          choices: STATUSES.map((value) => ({ value, label: t[value] })),
        },
        ...(channel_id === undefined
          ? [
              {
                kind: 'choice' as const,
                key: 'channel',
                label: t.way,
                choices: WAYS.map((value) => ({ value, label: t[`way_${value}`] })),
              },
            ]
          : []),
      ]}
      sort="-created_at"
      everyMs={EVERY_MS}
      exportName="notification-deliveries"
      empty={{ title: t.empty, hint: t.empty_hint }}
    />
  );
}

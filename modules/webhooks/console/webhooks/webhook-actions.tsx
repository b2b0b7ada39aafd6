import {
  ActionButton,
  Button,
  FormDialog,
  type ReplyOf,
  SecretDialog,
  type Tagged,
  Time,
  useGo,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EventReference } from '../event-reference.tsx';
import { texts } from './texts.ts';
import { EditWebhook, type Webhook } from './webhook-form.tsx';

type Rotated = ReplyOf<'POST', '/webhooks/{webhook_id}/rotate-secret'>;
type Open = 'edit' | 'test' | 'replay' | 'rotate' | null;

export function WebhookActions({ data: webhook, etag }: Tagged<Webhook>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const [open, setOpen] = useState<Open>(null);
  const [rotated, setRotated] = useState<Rotated | null>(null);
  const close = () => setOpen(null);
  const remove = useWrite('DELETE', '/webhooks/{webhook_id}', {
    done: t.deleted,
    onDone: () => go('/webhooks'),
  });
  return (
    <>
      <Button variant="primary" onPress={() => setOpen('test')}>
        {t.test}
      </Button>
      <Button onPress={() => setOpen('replay')} isDisabled={!webhook.is_enabled}>
        {t.replay}
      </Button>
      <Button onPress={() => setOpen('rotate')}>{t.rotate}</Button>
      <Button onPress={() => setOpen('edit')}>{w.edit}</Button>
      <ActionButton
        variant="danger"
        confirm={{ title: t.delete_question(webhook.name) }}
        run={() => remove.run({ path: { webhook_id: webhook.id } })}
      >
        {w.delete}
      </ActionButton>
      {open === 'edit' ? <EditWebhook webhook={webhook} etag={etag} isOpen onClose={close} /> : null}
      {open === 'test' ? <TestSend webhook={webhook} onClose={close} /> : null}
      {open === 'replay' ? <Replay webhook={webhook} onClose={close} /> : null}
      {open === 'rotate' ? <Rotate webhook={webhook} onClose={close} onRotated={setRotated} /> : null}
      {rotated === null ? null : <NewSecret rotated={rotated} onClose={() => setRotated(null)} />}
    </>
  );
}

interface ActionProps {
  readonly webhook: Webhook;
  onClose(): void;
}

function TestSend({ webhook, onClose }: ActionProps) {
  const t = useTexts(texts);
  const go = useGo();
  const test = useWrite('POST', '/webhooks/{webhook_id}/test', {
    onDone: ({ id }) => go(`/webhooks/${webhook.id}/deliveries/${id}`),
  });
  return (
    <FormDialog<{ readonly event_id: string | null }>
      title={t.test}
      isOpen
      onClose={onClose}
      initial={{ event_id: null }}
      action={t.send}
      fields={[
        {
          kind: 'custom',
          key: 'event_id',
          label: t.event,
          control: ({ values, set, error }) => (
            <EventReference
              label={t.event}
              hint={t.test_hint}
              error={error}
              value={values.event_id}
              onChange={set}
            />
          ),
        },
      ]}
      submit={({ event_id }) =>
        test.send({ path: { webhook_id: webhook.id }, body: event_id === null ? {} : { event_id } })
      }
    />
  );
}

const HOUR_MS = 3_600_000;

function Replay({ webhook, onClose }: ActionProps) {
  const t = useTexts(texts);
  const replay = useWrite('POST', '/webhooks/{webhook_id}/replay', { done: t.replaying });
  return (
    <FormDialog<{ readonly since: string | null }>
      title={t.replay}
      isOpen
      onClose={onClose}
      initial={{ since: new Date(Date.now() - HOUR_MS).toISOString() }}
      action={t.replay_now}
      fields={[{ kind: 'time', key: 'since', label: t.since, hint: t.since_hint, isRequired: true }]}
      submit={({ since }) => replay.send({ path: { webhook_id: webhook.id }, body: { since: since ?? '' } })}
    />
  );
}

const HOUR_SECONDS = 3_600;

function Rotate({ webhook, onClose, onRotated }: ActionProps & { onRotated(rotated: Rotated): void }) {
  const t = useTexts(texts);
  const rotate = useWrite('POST', '/webhooks/{webhook_id}/rotate-secret');
  return (
    <FormDialog<{ readonly overlap_seconds: number | null }>
      title={t.rotate}
      isOpen
      onClose={onClose}
      initial={{ overlap_seconds: 24 }}
      action={t.rotate}
      fields={[
        {
          kind: 'number',
          key: 'overlap_seconds',
          label: t.overlap_hours,
          hint: t.overlap_hint,
          isRequired: true,
        },
      ]}
      submit={async ({ overlap_seconds: hours }) =>
        onRotated(
          await rotate.send({
            path: { webhook_id: webhook.id },
            body: { overlap_seconds: Math.round((hours ?? 0) * HOUR_SECONDS) },
          }),
        )
      }
    />
  );
}

interface NewSecretProps {
  readonly rotated: Rotated;
  onClose(): void;
}

/** The new secret, and how long the former one stays good. */
function NewSecret({ rotated: { secret, former_secret_until: until }, onClose }: NewSecretProps) {
  const t = useTexts(texts);
  return (
    <SecretDialog title={t.new_secret} secrets={[{ label: t.new_secret, text: secret }]} onClose={onClose}>
      <p>
        {until === null ? t.former_ended : t.overlap_runs}{' '}
        {until === null ? null : <Time at={until} form="full" />}
      </p>
    </SecretDialog>
  );
}

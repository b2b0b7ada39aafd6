import { Form, Json, Stack, useSession, useTexts, useWrite } from '@patchbay/console-kit';
import { useState } from 'react';
import { EventReference } from '../event-reference.tsx';
import { parseObject } from './parse-object.ts';
import { texts } from './texts.ts';

interface Values {
  readonly source: string | null;
  readonly event_id: string | null;
  readonly payload: string;
}

/** Shows what would be sent for an event of the log, or for a payload that never was. */
export function TemplatePreview({ template_id }: { readonly template_id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [rendered, setRendered] = useState<unknown>(undefined);
  const render = useWrite('POST', '/webhooks/templates/{template_id}/render', { refreshes: [] });
  const hasLog = mayCall('GET', '/events');
  return (
    <Stack>
      <Form<Values>
        initial={{
          source: hasLog ? 'event' : 'payload',
          event_id: null,
          payload: '{\n  "name": "Pier 4"\n}',
        }}
        action={t.render}
        fields={[
          {
            kind: 'radio',
            key: 'source',
            label: t.with,
            isShown: () => hasLog,
            choices: [
              { value: 'event', label: t.with_event },
              { value: 'payload', label: t.with_payload },
            ],
          },
          {
            kind: 'custom',
            key: 'event_id',
            label: t.event,
            isRequired: true,
            isShown: ({ source }) => source === 'event',
            control: ({ values, set, error }) => (
              <EventReference
                label={t.event}
                hint={t.event_hint}
                error={error}
                value={values.event_id}
                onChange={set}
              />
            ),
          },
          {
            kind: 'mono',
            key: 'payload',
            label: t.payload,
            isShown: ({ source }) => source === 'payload',
          },
        ]}
        check={({ source, payload }): Readonly<Record<string, string>> =>
          source === 'payload' && parseObject(payload) === undefined ? { payload: t.no_object } : {}
        }
        submit={async ({ source, event_id, payload }) => {
          setRendered(undefined);
          const body =
            source === 'event' ? { event_id: event_id ?? '' } : { payload: parseObject(payload) ?? {} };
          setRendered((await render.send({ path: { template_id }, body })).body);
        }}
      />
      {rendered === undefined ? null : (
        <div role="status">
          <Json label={t.rendered} value={rendered} />
        </div>
      )}
    </Stack>
  );
}

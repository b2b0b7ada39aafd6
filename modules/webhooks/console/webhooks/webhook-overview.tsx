import {
  Badge,
  Facts,
  Figure,
  Grid,
  PageLink,
  Panel,
  Time,
  UserLink,
  useRead,
  useTexts,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { texts } from './texts.ts';
import type { Webhook } from './webhook-form.tsx';

const EVERY_MS = 5_000;

/** How far it has come, and how it is set. */
export function WebhookOverview({ webhook }: { readonly webhook: Webhook }) {
  return (
    <Grid size="half">
      <Progress webhook={webhook} />
      <Settings webhook={webhook} />
    </Grid>
  );
}

function Progress({ webhook: { id, events } }: { readonly webhook: Webhook }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const read = useRead(
    '/webhooks/{webhook_id}/status',
    { path: { webhook_id: id } },
    { live: events, everyMs: EVERY_MS },
  );
  return (
    <Panel title={t.progress}>
      <WaitingFor read={read}>
        {({ last_sequence, waiting, is_behind, next_attempt_at, failing_since }) => (
          <Facts
            facts={[
              [t.waiting, <Figure key="waiting" value={waiting} />],
              [
                t.behind,
                <Badge key="behind" kind={is_behind ? 'warning' : 'good'}>
                  {is_behind ? w.yes : w.no}
                </Badge>,
              ],
              [t.last_sequence, <Figure key="sequence" value={last_sequence} />],
              [t.next_attempt, <Time key="next" at={next_attempt_at} />],
              [t.failing_since, <Time key="failing" at={failing_since} form="full" />],
            ]}
          />
        )}
      </WaitingFor>
      <p className="muted">{t.last_sequence_hint}</p>
    </Panel>
  );
}

function Settings({ webhook }: { readonly webhook: Webhook }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { template_id, author_id } = webhook;
  return (
    <Panel title={t.settings}>
      <Facts
        facts={[
          [t.url, <code key="url">{webhook.url}</code>],
          [
            t.events,
            <ul key="events" className="words">
              {webhook.events.map((pattern) => (
                <li key={pattern}>
                  <Badge>{pattern}</Badge>
                </li>
              ))}
            </ul>,
          ],
          [
            t.template,
            template_id === null ? (
              t.no_template
            ) : (
              <PageLink key="template" to={`/webhooks/templates/${template_id}`}>
                {t.show_template}
              </PageLink>
            ),
          ],
          [t.ordered, webhook.ordered ? w.yes : w.no],
          [t.author, <UserLink key="author" user_id={author_id} />],
          [w.created, <Time key="created" at={webhook.created_at} form="full" />],
          [w.updated, <Time key="updated" at={webhook.updated_at} form="full" />],
        ]}
      />
    </Panel>
  );
}

import { Button, Page, SecretDialog, Tabs, useSearchText, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { NewTemplate } from '../templates/template-form.tsx';
import { TemplateList } from '../templates/template-list.tsx';
import { texts } from './texts.ts';
import { NewWebhook } from './webhook-form.tsx';
import { WebhookList } from './webhook-list.tsx';

/** Webhooks and the templates of their bodies. */
export default function WebhooksPage() {
  const t = useTexts(texts);
  const [tab] = useSearchText('tab');
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const isTemplates = tab === 'templates';
  const create = (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {isTemplates ? t.new_template : t.new}
    </Button>
  );
  return (
    <Page title={t.webhooks} summary={t.summary} actions={create}>
      <Tabs
        label={t.webhooks}
        tabs={[
          { id: 'webhooks', title: t.webhooks, content: () => <WebhookList create={create} /> },
          { id: 'templates', title: t.templates, content: () => <TemplateList create={create} /> },
        ]}
      />
      {isCreating && !isTemplates ? (
        <NewWebhook isOpen onClose={() => setCreating(false)} onCreated={setSecret} />
      ) : null}
      {isCreating && isTemplates ? <NewTemplate isOpen onClose={() => setCreating(false)} /> : null}
      {secret === null ? null : (
        <SecretDialog
          title={t.secret}
          secrets={[{ label: t.secret, text: secret }]}
          onClose={() => setSecret(null)}
        >
          <p className="muted">{t.secret_hint}</p>
        </SecretDialog>
      )}
    </Page>
  );
}

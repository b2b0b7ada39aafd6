import {
  ActionButton,
  Button,
  Grid,
  Json,
  Page,
  Panel,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EditTemplate, type Template } from './template-form.tsx';
import { TemplatePreview } from './template-preview.tsx';
import { texts } from './texts.ts';

export default function TemplatePage() {
  const template_id = usePathParameter('template_id');
  const read = useTagged('/webhooks/templates/{template_id}', { path: { template_id } });
  return <WaitingFor read={read}>{(tagged) => <TemplateDetails {...tagged} />}</WaitingFor>;
}

function TemplateDetails({ data: template, etag }: Tagged<Template>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page
      title={template.name}
      summary={
        <>
          {w.updated} <Time at={template.updated_at} />
        </>
      }
      actions={<TemplateActions data={template} etag={etag} />}
    >
      <Grid size="half">
        <Panel title={t.body}>
          <Json label={`${t.body}: ${w.details}`} value={template.body} />
        </Panel>
        <Panel title={t.render}>
          <TemplatePreview template_id={template.id} />
        </Panel>
      </Grid>
    </Page>
  );
}

function TemplateActions({ data: template, etag }: Tagged<Template>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const [isEditing, setEditing] = useState(false);
  const remove = useWrite('DELETE', '/webhooks/templates/{template_id}', {
    done: t.deleted,
    onDone: () => go('/webhooks', { tab: 'templates' }),
  });
  return (
    <>
      <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      <ActionButton
        variant="danger"
        confirm={{ title: t.delete_question(template.name) }}
        run={() => remove.run({ path: { template_id: template.id } })}
      >
        {w.delete}
      </ActionButton>
      {isEditing ? (
        <EditTemplate template={template} etag={etag} isOpen onClose={() => setEditing(false)} />
      ) : null}
    </>
  );
}

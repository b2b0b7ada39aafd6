import { ResourceList, Time, useTexts, words } from '@patchbay/console-kit';
import type { ReactNode } from 'react';
import { texts } from './texts.ts';

export function TemplateList({ create }: { readonly create: ReactNode }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <ResourceList
      path="/webhooks/templates"
      label={t.templates}
      prefix="t_"
      columns={[
        { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name, text: ({ name }) => name },
        {
          id: 'body',
          title: t.body,
          cell: ({ body }) => <code>{beginningOf(body)}</code>,
          text: ({ body }) => JSON.stringify(body),
        },
        {
          id: 'updated',
          title: w.updated,
          sort: 'updated_at',
          cell: ({ updated_at }) => <Time at={updated_at} />,
          text: ({ updated_at }) => updated_at,
        },
      ]}
      sort="name"
      rowHref={({ id }) => `/webhooks/templates/${id}`}
      nameOf={({ name }) => name}
      exportName="webhook-templates"
      empty={{ title: t.empty, hint: t.empty_hint, action: create }}
    />
  );
}

const MOST_LETTERS = 80;

function beginningOf(body: unknown): string {
  const text = JSON.stringify(body);
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)}…`;
}

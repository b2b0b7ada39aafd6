import { Badge, ResourceList, Row, type RowOf, Time, useTexts, useWrite, words } from '@patchbay/console-kit';
import { PriorityBadge, usePriorityChoices } from '../priority.tsx';
import { texts } from './texts.ts';

type Notification = RowOf<'/notifications'>;

/** The shell reads the counts anew after events; a list in view follows by this. */
const EVERY_MS = 10_000;

export function InboxList() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const priorities = usePriorityChoices();
  const mark = useWrite('PATCH', '/notifications/{notification_id}');
  const markEach = async (rows: readonly Notification[], read: boolean) => {
    for (const { id, read_at } of rows)
      if ((read_at !== null) !== read) await mark.run({ path: { notification_id: id }, body: { read } });
  };
  return (
    <ResourceList
      path="/notifications"
      label={t.inbox}
      columns={[
        {
          id: 'title',
          title: t.message,
          cell: (row) => <Title notification={row} />,
          text: ({ title }) => title,
        },
        {
          id: 'body',
          title: t.text,
          cell: ({ body }) => <span className="muted">{firstLine(body)}</span>,
          text: ({ body }) => body,
        },
        {
          id: 'priority',
          title: t.priority,
          cell: ({ priority }) => <PriorityBadge priority={priority} />,
          text: ({ priority }) => priority,
        },
        {
          id: 'category',
          title: t.category,
          cell: ({ category }) => category,
          text: ({ category }) => category,
        },
        {
          id: 'created',
          title: w.time,
          sort: 'created_at',
          cell: ({ created_at }) => <Time at={created_at} />,
          text: ({ created_at }) => created_at,
        },
      ]}
      filters={[
        {
          kind: 'choice',
          key: 'unread',
          label: t.state,
          choices: [
            { value: 'true', label: t.unread },
            { value: 'false', label: t.read },
          ],
        },
        { kind: 'choice', key: 'priority', label: t.priority, choices: priorities },
        { kind: 'text', key: 'category', label: t.category },
      ]}
      sort="-created_at"
      rowHref={({ id }) => `/notifications/${id}`}
      nameOf={({ title }) => title}
      bulk={[
        { id: 'read', label: t.mark_read, run: (rows) => markEach(rows, true) },
        { id: 'unread', label: t.mark_unread, run: (rows) => markEach(rows, false) },
      ]}
      everyMs={EVERY_MS}
      exportName="notifications"
      empty={{ title: t.empty, hint: t.empty_hint }}
    />
  );
}

function Title({ notification: { title, read_at, held_back } }: { readonly notification: Notification }) {
  const t = useTexts(texts);
  return (
    <Row>
      {read_at === null ? <strong>{title}</strong> : title}
      {read_at === null ? <Badge kind="accent">{t.unread}</Badge> : null}
      {held_back === 0 ? null : <Badge>{t.held_back(held_back)}</Badge>}
    </Row>
  );
}

const MOST_LETTERS = 100;

function firstLine(body: string): string {
  const [line = ''] = body.split('\n');
  return line.length <= MOST_LETTERS ? line : `${line.slice(0, MOST_LETTERS)}…`;
}

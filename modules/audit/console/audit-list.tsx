import {
  Badge,
  type Column,
  Figure,
  ResourceList,
  Time,
  useSession,
  useTexts,
  useUserNames,
  valueText,
  words,
} from '@patchbay/console-kit';
import { RecordOpener } from './record-drawer.tsx';
import { Actor, type AuditRecord, Target } from './record-words.tsx';
import { texts } from './texts.ts';

const EVERY_MS = 15_000;

export function AuditList() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  return (
    <ResourceList
      path="/audit"
      label={t.records}
      columns={useColumns()}
      filters={[
        { kind: 'text', key: 'action', label: t.action },
        mayCall('GET', '/users')
          ? { kind: 'user', key: 'actor_id', label: t.actor }
          : { kind: 'text', key: 'actor_id', label: t.actor_id },
        { kind: 'text', key: 'target_id', label: t.target_id },
        { kind: 'time', key: 'since', label: t.since },
        { kind: 'time', key: 'until', label: t.until },
      ]}
      sort="-occurred_at"
      nameOf={({ action }) => action}
      everyMs={EVERY_MS}
      live={['audit.**']}
      exportName="audit"
      viewsOf="audit"
      empty={{ title: t.empty }}
    />
  );
}

function useColumns(): readonly Column<AuditRecord>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const userName = useUserNames();
  return [
    {
      id: 'action',
      title: t.action,
      cell: (record) => <RecordOpener record={record} />,
      text: ({ action }) => action,
    },
    {
      id: 'time',
      title: w.time,
      sort: 'occurred_at',
      cell: ({ occurred_at }) => <Time at={occurred_at} form="full" />,
      text: ({ occurred_at }) => occurred_at,
    },
    {
      id: 'actor',
      title: t.actor,
      cell: (record) => <Actor record={record} />,
      text: ({ actor_id, actor_kind }) => userName(actor_id) ?? actor_id ?? actor_kind,
    },
    {
      id: 'target',
      title: t.target,
      cell: (record) => <Target record={record} />,
      text: ({ target_type, target_id }) =>
        [target_type, target_id].filter((each) => each !== null).join(' '),
    },
    {
      id: 'detail',
      title: t.detail,
      cell: ({ detail }) => <code>{excerpt(detail)}</code>,
      text: ({ detail }) => JSON.stringify(detail),
    },
    {
      id: 'sequence',
      title: t.sequence,
      sort: 'sequence',
      align: 'end',
      cell: ({ sequence }) => (sequence === null ? <Badge>{t.unsealed}</Badge> : <Figure value={sequence} />),
      text: ({ sequence }) => sequence,
    },
  ];
}

const MOST_LETTERS = 90;

function excerpt(detail: AuditRecord['detail']): string {
  const text = Object.entries(detail)
    .map(([key, value]) => `${key}: ${valueText(value)}`)
    .join(', ');
  return text.length <= MOST_LETTERS ? text : `${text.slice(0, MOST_LETTERS)}…`;
}

import {
  ActionButton,
  Badge,
  Button,
  ResourceList,
  Row,
  type RowOf,
  SiteLink,
  Time,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import type { ReactNode } from 'react';
import { occurrencesOf } from './occurrences.ts';
import { texts } from './texts.ts';

export type Freeze = RowOf<'/changes/freezes'>;

const holdsNow = (freeze: Freeze): boolean => {
  const nowMs = Date.now();
  return occurrencesOf(freeze, { startMs: nowMs, endMs: nowMs + 1 }).length > 0;
};

export interface FreezeListProps {
  readonly create: ReactNode;
  edit?(id: string): void;
}

export function FreezeList({ create, edit }: FreezeListProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const end = useWrite('DELETE', '/changes/freezes/{freeze_id}', { done: t.ended });
  const repeats = ({ recurrence }: Freeze) => (recurrence === null ? t.once : t[recurrence.every]);
  return (
    <ResourceList
      path="/changes/freezes"
      label={t.freezes}
      columns={[
        {
          id: 'reason',
          title: t.reason,
          cell: (freeze) => (
            <Row>
              {freeze.reason}
              {holdsNow(freeze) ? <Badge kind="warning">{t.now}</Badge> : null}
            </Row>
          ),
          text: ({ reason }) => reason,
        },
        {
          id: 'site',
          title: w.site,
          cell: ({ site_id }) => (site_id === null ? t.all_sites : <SiteLink site_id={site_id} />),
          text: ({ site_id }) => site_id,
        },
        {
          id: 'starts',
          title: t.starts,
          sort: 'starts_at',
          cell: ({ starts_at }) => <Time at={starts_at} form="full" />,
          text: ({ starts_at }) => starts_at,
        },
        {
          id: 'ends',
          title: t.ends,
          cell: ({ ends_at }) => <Time at={ends_at} form="full" />,
          text: ({ ends_at }) => ends_at,
        },
        { id: 'repeats', title: t.repeats, cell: repeats, text: repeats },
        {
          id: 'until',
          title: t.until,
          cell: ({ recurrence }) =>
            recurrence === null || recurrence.until === null ? null : (
              <Time at={recurrence.until} form="full" />
            ),
          text: ({ recurrence }) => recurrence?.until,
        },
      ]}
      filters={[{ kind: 'site', key: 'site_id', label: w.site }]}
      sort="-starts_at"
      nameOf={({ reason }) => reason}
      live={['settings.change_freeze.changed']}
      exportName="freezes"
      rowActions={({ id }) => (
        <Row>
          {edit === undefined ? null : <Button onPress={() => edit(id)}>{w.edit}</Button>}
          {mayCall('DELETE', '/changes/freezes/{freeze_id}') ? (
            <ActionButton
              variant="danger"
              confirm={{ title: t.end_question }}
              run={() => end.run({ path: { freeze_id: id } })}
            >
              {t.end}
            </ActionButton>
          ) : null}
        </Row>
      )}
      empty={{ title: t.empty, hint: t.empty_hint, action: create }}
    />
  );
}

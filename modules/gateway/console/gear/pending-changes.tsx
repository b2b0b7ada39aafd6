import { Notice, PageLink, useRead, useSession, useTexts } from '@patchbay/console-kit';
import type { Feature } from './place.ts';
import { texts } from './texts.ts';

const PER_PAGE = 50;

export interface PendingChangesProps {
  readonly feature: Pick<Feature, 'key'>;
  readonly controller_id: string;
}

/** Changes of a feature that are staged and not applied yet. */
export function usePending({ feature, controller_id }: PendingChangesProps) {
  const { mayCall } = useSession();
  return useRead(
    '/changes',
    { query: { controller_id, feature: feature.key, status: 'pending', per_page: PER_PAGE } },
    { enabled: mayCall('GET', '/changes'), live: ['change.**'] },
  );
}

export function PendingChanges(props: PendingChangesProps) {
  const t = useTexts(texts);
  const { data } = usePending(props);
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Notice kind="warning" title={t.pending}>
      <ul>
        {data.items.map(({ id, operation, target_id, target_name, notes }) => (
          <li key={id}>
            <PageLink to={`/changes/${id}`}>
              {t[`pending_${operation}`](target_name ?? target_id ?? '')}
            </PageLink>{' '}
            <span className="muted">{notes}</span>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

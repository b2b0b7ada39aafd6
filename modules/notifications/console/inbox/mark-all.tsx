import { ActionButton, LinkButton, useRead, useSearchTexts, useTexts, useWrite } from '@patchbay/console-kit';
import { texts } from './texts.ts';

/** Marks all that were seen; with a category chosen in the list, those of it. */
export function MarkAll() {
  const t = useTexts(texts);
  const { category } = useSearchTexts();
  const { data } = useRead('/notifications', { query: { per_page: 1, sort: '-created_at' } });
  const mark = useWrite('POST', '/notifications/mark-all', { done: ({ changed }) => t.marked(changed) });
  const newest = data?.items[0]?.created_at;
  const run = (read: boolean) =>
    mark.run({
      body: {
        read,
        ...(newest === undefined ? {} : { until: newest }),
        ...(category === undefined || category === '' ? {} : { category }),
      },
    });
  return (
    <>
      <ActionButton variant="primary" isDisabled={newest === undefined} run={() => run(true)}>
        {t.mark_all_read}
      </ActionButton>
      <ActionButton isDisabled={newest === undefined} run={() => run(false)}>
        {t.mark_all_unread}
      </ActionButton>
      <LinkButton to="/profile" search={{ tab: 'notifications' }}>
        {t.preferences}
      </LinkButton>
    </>
  );
}

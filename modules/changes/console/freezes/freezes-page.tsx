import { Button, Page, Tabs, useSession, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { FreezeCalendar } from './freeze-calendar.tsx';
import { EditFreeze, NewFreeze } from './freeze-form.tsx';
import { FreezeList } from './freeze-list.tsx';
import { texts } from './texts.ts';

export default function FreezesPage() {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [isCreating, setCreating] = useState(false);
  const [edited, edit] = useState<string | null>(null);
  const create = mayCall('POST', '/changes/freezes') ? (
    <Button variant="primary" onPress={() => setCreating(true)}>
      {t.new}
    </Button>
  ) : undefined;
  const mayEdit = mayCall('PATCH', '/changes/freezes/{freeze_id}');
  return (
    <Page title={t.freezes} summary={t.summary} actions={create}>
      <Tabs
        label={t.freezes}
        tabs={[
          {
            id: 'calendar',
            title: t.calendar,
            content: () => <FreezeCalendar {...(mayEdit ? { edit } : {})} />,
          },
          {
            id: 'list',
            title: t.list,
            content: () => <FreezeList create={create} {...(mayEdit ? { edit } : {})} />,
          },
        ]}
      />
      {isCreating ? <NewFreeze onClose={() => setCreating(false)} /> : null}
      {edited === null ? null : <EditFreeze freeze_id={edited} onClose={() => edit(null)} />}
    </Page>
  );
}

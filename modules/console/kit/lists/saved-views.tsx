import { useState } from 'react';
import { Menu, type MenuAction } from '../controls/menu.tsx';
import { useRead } from '../data/use-read.ts';
import { useChangeSearch, useSearchTexts } from '../page/use-search.ts';
import { useSession } from '../session/session.ts';
import { defineTexts, useTexts } from '../text/texts.ts';
import { ManageViews, SaveView } from './view-dialogs.tsx';
import { changeTo, isSameSearch, keptSearch, searchOfView } from './view-search.ts';

const texts = defineTexts({
  en: {
    views: 'Views',
    all: 'Everything',
    save: 'Save this view …',
    manage: 'Manage views …',
    shared: (name: string) => `${name} (shared)`,
  },
  de: {
    views: 'Ansichten',
    all: 'Alles',
    save: 'Diese Ansicht speichern …',
    manage: 'Ansichten verwalten …',
    shared: (name: string) => `${name} (geteilt)`,
  },
});

const MOST = 100;

/** Views of a list that users kept, private or shared; hidden for those who may keep none. */
export function SavedViews({ page }: { readonly page: string }) {
  const { mayCall } = useSession();
  return mayCall('GET', '/views') ? <ViewsMenu page={page} /> : null;
}

function ViewsMenu({ page }: { readonly page: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const search = useSearchTexts();
  const change = useChangeSearch();
  const [shown, show] = useState<'save' | 'manage' | null>(null);
  const { data } = useRead('/views', { query: { for_page: page, per_page: MOST, sort: 'name' } });
  const views = data?.items ?? [];
  const now = keptSearch(search);
  const nameOf = (name: string, isShared: boolean) => (isShared ? t.shared(name) : name);
  const actions: readonly MenuAction[] = [
    { id: 'all', label: t.all, run: () => change(changeTo(search, {})) },
    ...views.map(({ id, name, is_shared, search: kept }) => {
      const wanted = searchOfView(kept);
      const label = nameOf(name, is_shared);
      return {
        id,
        label: isSameSearch(wanted, now) ? `✓ ${label}` : label,
        run: () => change(changeTo(search, wanted)),
      };
    }),
    ...(mayCall('POST', '/views') ? [{ id: 'save', label: t.save, run: () => show('save') }] : []),
    ...(views.length > 0 && mayCall('PATCH', '/views/{view_id}')
      ? [{ id: 'manage', label: t.manage, run: () => show('manage') }]
      : []),
  ];
  const current = views.find((view) => isSameSearch(searchOfView(view.search), now));
  return (
    <>
      <Menu variant="quiet" actions={actions}>
        {current === undefined ? t.views : `${t.views}: ${current.name}`} ▾
      </Menu>
      {shown === 'save' ? <SaveView page={page} search={now} onClose={() => show(null)} /> : null}
      {shown === 'manage' ? <ManageViews views={views} search={now} onClose={() => show(null)} /> : null}
    </>
  );
}

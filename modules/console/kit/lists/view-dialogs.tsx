import { useState } from 'react';
import { Button } from '../controls/button.tsx';
import type { RowOf } from '../data/route-types.ts';
import { useWrite } from '../data/use-write.ts';
import type { FormField } from '../forms/field.ts';
import { FormDialog } from '../forms/form-dialog.tsx';
import { Row } from '../layout/layout.tsx';
import type { SearchTexts } from '../page/use-search.ts';
import { useSession } from '../session/session.ts';
import { ActionButton } from '../surfaces/action-button.tsx';
import { Dialog, DialogActions } from '../surfaces/dialog.tsx';
import { defineTexts, useTexts } from '../text/texts.ts';
import { words } from '../text/words.ts';
import { Badge } from '../values/badge.tsx';

const texts = defineTexts({
  en: {
    save_title: 'Save this view',
    manage_title: 'Views of this list',
    shared: 'Share with everybody in the organization',
    shared_mark: 'shared',
    rename: 'Rename',
    replace: 'Replace by what is shown now',
    created: (name: string) => `View ${name} saved.`,
    saved: 'View saved.',
    deleted: 'View deleted.',
    delete_question: (name: string) => `Delete the view ${name}?`,
  },
  de: {
    save_title: 'Diese Ansicht speichern',
    manage_title: 'Ansichten dieser Liste',
    shared: 'Mit allen in der Organisation teilen',
    shared_mark: 'geteilt',
    rename: 'Umbenennen',
    replace: 'Durch das jetzt Gezeigte ersetzen',
    created: (name: string) => `Ansicht ${name} gespeichert.`,
    saved: 'Ansicht gespeichert.',
    deleted: 'Ansicht gelöscht.',
    delete_question: (name: string) => `Die Ansicht ${name} löschen?`,
  },
});

interface Values {
  readonly name: string;
  readonly is_shared: boolean;
}

/** Sharing takes a right of its own. */
function useFields(): readonly FormField<Values>[] {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { may } = useSession();
  return [
    { kind: 'text', key: 'name', label: w.name, isRequired: true },
    ...(may('view:share') ? [{ kind: 'switch', key: 'is_shared', label: t.shared } as const] : []),
  ];
}

export interface SaveViewProps {
  readonly page: string;
  readonly search: SearchTexts;
  onClose(): void;
}

/** Keeps the search, the filters and the order that a list has now. */
export function SaveView({ page, search, onClose }: SaveViewProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/views', { done: ({ name }) => t.created(name) });
  return (
    <FormDialog
      title={t.save_title}
      isOpen
      onClose={onClose}
      fields={useFields()}
      initial={{ name: '', is_shared: false }}
      action={w.save}
      submit={({ name, is_shared }) => create.send({ body: { name, page, search, is_shared } })}
    />
  );
}

type View = RowOf<'/views'>;

export interface ManageViewsProps {
  readonly views: readonly View[];
  readonly search: SearchTexts;
  onClose(): void;
}

/** Renames, replaces and deletes views; those of others only for people who may. */
export function ManageViews({ views, search, onClose }: ManageViewsProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { may } = useSession();
  const [renamed, rename] = useState<View | null>(null);
  const replace = useWrite('PATCH', '/views/{view_id}', { done: t.saved });
  const remove = useWrite('DELETE', '/views/{view_id}', { done: t.deleted });
  const isMine = ({ is_own, is_shared }: View) => is_own || (is_shared && may('view:admin'));
  return (
    <Dialog title={t.manage_title} isOpen onClose={onClose}>
      <ul className="stack" data-gap="small">
        {views.map((view) => (
          <li key={view.id} className="row" data-spread="">
            <span>
              {view.name} {view.is_shared ? <Badge>{t.shared_mark}</Badge> : null}
            </span>
            {isMine(view) ? (
              <Row>
                <Button onPress={() => rename(view)}>{t.rename}</Button>
                <ActionButton run={() => replace.run({ path: { view_id: view.id }, body: { search } })}>
                  {t.replace}
                </ActionButton>
                <ActionButton
                  variant="danger"
                  confirm={{ title: t.delete_question(view.name) }}
                  run={() => remove.run({ path: { view_id: view.id } })}
                >
                  {w.delete}
                </ActionButton>
              </Row>
            ) : null}
          </li>
        ))}
      </ul>
      <DialogActions>
        <Button onPress={onClose}>{w.close}</Button>
      </DialogActions>
      {renamed === null ? null : <RenameView view={renamed} onClose={() => rename(null)} />}
    </Dialog>
  );
}

function RenameView({ view, onClose }: { readonly view: View; onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const save = useWrite('PATCH', '/views/{view_id}', { done: t.saved });
  return (
    <FormDialog
      title={t.rename}
      isOpen
      onClose={onClose}
      fields={useFields()}
      initial={{ name: view.name, is_shared: view.is_shared }}
      action={w.save}
      submit={(values) => save.send({ path: { view_id: view.id }, body: values })}
    />
  );
}

import {
  Button,
  Dialog,
  DialogActions,
  DiffTable,
  Facts,
  Json,
  LinkButton,
  PageLink,
  Time,
  useSearchText,
  useSearchTexts,
  useTexts,
  words,
} from '@patchbay/console-kit';
import { changeOf, differs, fieldsIn } from './record-change.ts';
import { Actor, type AuditRecord } from './record-words.tsx';
import { texts } from './texts.ts';

/** Names a record's action and opens the record, which then stands in the address. */
export function RecordOpener({ record }: { readonly record: AuditRecord }) {
  const search = useSearchTexts();
  const [open, setOpen] = useSearchText('record');
  return (
    <>
      <PageLink to="/audit" search={{ ...search, record: record.id }}>
        {record.action}
      </PageLink>
      {open === record.id ? <RecordDrawer record={record} onClose={() => setOpen('')} /> : null}
    </>
  );
}

function RecordDrawer({ record, onClose }: { readonly record: AuditRecord; onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { target_id } = record;
  return (
    <Dialog title={record.action} isOpen onClose={onClose} isDrawer>
      <Facts
        facts={[
          [w.time, <Time key="time" at={record.occurred_at} form="full" />],
          [t.actor, <Actor key="actor" record={record} />],
          record.key_id === null ? null : [t.key, <code key="key">{record.key_id}</code>],
          [t.target, record.target_type],
          [t.target_id, target_id === null ? null : <code key="target">{target_id}</code>],
          [t.sequence, record.sequence ?? t.unsealed],
          [t.id, <code key="id">{record.id}</code>],
        ]}
      />
      <Change record={record} />
      <Json label={t.detail} value={record.detail} />
      <DialogActions>
        {target_id === null ? null : (
          <LinkButton to="/audit" search={{ target_id }}>
            {t.same_target}
          </LinkButton>
        )}
        <Button onPress={onClose}>{w.close}</Button>
      </DialogActions>
    </Dialog>
  );
}

/** Fields before and after, where the record tells them. */
function Change({ record: { detail } }: { readonly record: AuditRecord }) {
  const t = useTexts(texts);
  const change = changeOf(detail);
  if (change === null) return null;
  return (
    <DiffTable
      label={t.change}
      fields={fieldsIn(change)}
      columns={[
        { title: t.before, values: change.before },
        { title: t.after, values: change.after },
      ]}
      isChanged={(field) => differs(change, field)}
    />
  );
}

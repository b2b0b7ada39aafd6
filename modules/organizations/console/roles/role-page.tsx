import {
  ActionButton,
  Badge,
  Button,
  Facts,
  Page,
  Panel,
  type Tagged,
  Time,
  useGo,
  usePathParameter,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { EditRole, type Role } from './role-form.tsx';
import { texts } from './texts.ts';

export default function RolePage() {
  const role_id = usePathParameter('role_id');
  const read = useTagged('/roles/{role_id}', { path: { role_id } });
  return <WaitingFor read={read}>{(tagged) => <RoleDetails {...tagged} />}</WaitingFor>;
}

function RoleDetails({ data: role, etag }: Tagged<Role>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  return (
    <Page title={role.name} summary={role.description} actions={<RoleActions data={role} etag={etag} />}>
      <Panel title={t.permissions}>
        {role.permissions.length === 0 ? (
          <p className="muted">{t.no_permissions}</p>
        ) : (
          <ul className="words">
            {role.permissions.map((permission) => (
              <li key={permission}>
                <Badge>{permission}</Badge>
              </li>
            ))}
          </ul>
        )}
        <Facts
          facts={[
            [w.created, <Time key="created" at={role.created_at} form="full" />],
            [w.updated, <Time key="updated" at={role.updated_at} form="full" />],
          ]}
        />
      </Panel>
    </Page>
  );
}

function RoleActions({ data: role, etag }: Tagged<Role>) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const go = useGo();
  const [isEditing, setEditing] = useState(false);
  const remove = useWrite('DELETE', '/roles/{role_id}', { done: t.deleted, onDone: () => go('/roles') });
  return (
    <>
      <Button onPress={() => setEditing(true)}>{w.edit}</Button>
      <ActionButton
        variant="danger"
        confirm={{ title: t.delete_question(role.name) }}
        run={() => remove.run({ path: { role_id: role.id } })}
      >
        {w.delete}
      </ActionButton>
      {isEditing ? <EditRole role={role} etag={etag} isOpen onClose={() => setEditing(false)} /> : null}
    </>
  );
}

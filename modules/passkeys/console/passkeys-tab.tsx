import {
  ActionButton,
  Button,
  Dialog,
  FormDialog,
  ResourceList,
  Row,
  type RowOf,
  Stack,
  Time,
  tellFailed,
  useFinalWrite,
  useSession,
  useTexts,
  useWrite,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { NewPasskeyForm } from './new-passkey.tsx';
import { texts } from './texts.ts';

type Passkey = RowOf<'/auth/passkeys'>;

/** The user's passkeys. */
export default function PasskeysTab() {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayCall } = useSession();
  const [isAdding, setAdding] = useState(false);
  const add = mayCall('POST', '/auth/passkeys') ? (
    <Button variant="primary" onPress={() => setAdding(true)}>
      {t.add}
    </Button>
  ) : undefined;
  return (
    <Stack>
      <Row isSpread>
        <p className="muted">{t.summary}</p>
        {add}
      </Row>
      <ResourceList
        path="/auth/passkeys"
        label={t.passkeys}
        prefix="passkeys_"
        columns={[
          { id: 'name', title: w.name, sort: 'name', cell: ({ name }) => name },
          {
            id: 'kept',
            title: t.kept,
            cell: ({ backed_up }) => (backed_up ? t.backed_up : t.this_device),
          },
          {
            id: 'used',
            title: t.last_used,
            sort: 'last_used_at',
            cell: ({ last_used_at }) => <Time at={last_used_at} />,
          },
          {
            id: 'created',
            title: w.created,
            sort: 'created_at',
            cell: ({ created_at }) => <Time at={created_at} />,
          },
        ]}
        sort="name"
        nameOf={({ name }) => name}
        rowActions={(passkey) => <PasskeyActions passkey={passkey} />}
        empty={{ title: t.empty, hint: t.empty_hint, action: add }}
      />
      <Dialog title={t.add} isOpen={isAdding} onClose={() => setAdding(false)} keepsOpen>
        <NewPasskeyForm onCancel={() => setAdding(false)} />
      </Dialog>
    </Stack>
  );
}

function PasskeyActions({ passkey }: { readonly passkey: Passkey }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [isRenaming, setRenaming] = useState(false);
  const remove = useFinalWrite('DELETE', '/auth/passkeys/{passkey_id}', () => ({
    title: t.removed,
    content: null,
  }));
  return (
    <Row>
      <Button onPress={() => setRenaming(true)}>{t.rename}</Button>
      <ActionButton
        variant="danger"
        confirm={{ title: t.remove_question(passkey.name), text: t.remove_hint }}
        run={() => remove({ path: { passkey_id: passkey.id } }).catch(tellFailed)}
      >
        {w.remove}
      </ActionButton>
      {isRenaming ? <Rename passkey={passkey} onClose={() => setRenaming(false)} /> : null}
    </Row>
  );
}

function Rename({ passkey, onClose }: { readonly passkey: Passkey; onClose(): void }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { passkey_id: passkey.id };
  const save = useWrite('PATCH', '/auth/passkeys/{passkey_id}', {
    done: t.renamed,
    refreshes: ['/auth/passkeys'],
  });
  return (
    <FormDialog
      title={t.rename_title}
      isOpen
      onClose={onClose}
      fields={[{ kind: 'text', key: 'name', label: w.name, isRequired: true }]}
      initial={{ name: passkey.name }}
      action={w.save}
      submit={(body) => save.send({ path, body })}
    />
  );
}

import {
  call,
  createPasskey,
  Form,
  hasPasskeys,
  Notice,
  passkeyFault,
  useFinalWrite,
  useTexts,
  withProof,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { texts } from './texts.ts';

export interface NewPasskeyFormProps {
  onCancel?(): void;
}

/** Names a passkey, and lets the browser make it. */
export function NewPasskeyForm({ onCancel }: NewPasskeyFormProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const [declined, setDeclined] = useState<string | null>(null);
  const add = useFinalWrite('POST', '/auth/passkeys', ({ name }) => ({
    title: t.added(name),
    content: null,
  }));
  if (!hasPasskeys()) return <Notice kind="warning">{t.unsupported}</Notice>;
  const make = async (name: string) => {
    setDeclined(null);
    const { data } = await withProof(() => call('POST', '/auth/passkeys/registration/options', {}));
    try {
      const response = await createPasskey(data.options);
      await add({ body: { challenge_id: data.challenge_id, name, response } });
    } catch (error) {
      const text = passkeyFault(error);
      if (text === null) throw error;
      setDeclined(text);
    }
  };
  return (
    <Form
      fields={[{ kind: 'text', key: 'name', label: w.name, hint: t.name_hint, isRequired: true }]}
      initial={{ name: '' }}
      action={t.add}
      submit={({ name }) => make(name)}
      {...(onCancel === undefined ? {} : { onCancel })}
      extra={() => (
        <>
          <p className="muted">{t.adding_hint}</p>
          {declined === null ? null : (
            <Notice kind="warning" isUrgent>
              {declined}
            </Notice>
          )}
        </>
      )}
    />
  );
}

import { call, FormDialog, useTexts, useWrite, words } from '@patchbay/console-kit';
import { changeBody, createBody, NOTHING, type Provider, valuesOf } from './provider-values.ts';
import { texts } from './texts.ts';
import { useProviderFields } from './use-provider-fields.tsx';

export interface NewProviderDialogProps {
  onClose(): void;
  created(provider: Provider): void;
}

export function NewProviderDialog({ onClose, created }: NewProviderDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const create = useWrite('POST', '/auth/sso/providers', {
    done: ({ name }) => t.created(name),
    onDone: created,
    refreshes: ['/auth/sso'],
  });
  return (
    <FormDialog
      title={t.new}
      isOpen
      onClose={onClose}
      size="wide"
      fields={useProviderFields(true, false)}
      initial={NOTHING}
      action={w.create}
      submit={(values) => create.send({ body: createBody(values) })}
    />
  );
}

export const hasSecret = ({ config }: Provider): boolean =>
  config.client_secret_set === true || config.bind_password_set === true;

export interface EditProviderDialogProps {
  readonly provider: Provider;
  readonly etag: string | null;
  onClose(): void;
}

export function EditProviderDialog({ provider, etag, onClose }: EditProviderDialogProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const path = { provider_id: provider.id };
  const save = useWrite('PATCH', '/auth/sso/providers/{provider_id}', {
    done: t.saved,
    refreshes: ['/auth/sso'],
  });
  return (
    <FormDialog
      title={t.edit}
      isOpen
      onClose={onClose}
      size="wide"
      fields={useProviderFields(false, hasSecret(provider))}
      initial={valuesOf(provider)}
      action={w.save}
      submit={(values, newest) => save.send({ path, etag: newest ?? etag, body: changeBody(values) })}
      latest={async () => {
        const { data, response } = await call('GET', '/auth/sso/providers/{provider_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
    />
  );
}

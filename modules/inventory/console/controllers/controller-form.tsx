import { call, FormDialog, useTexts, useWrite, words } from '@patchbay/console-kit';
import { useRef } from 'react';
import { materialOf } from '../credentials/credential-values.ts';
import {
  type Controller,
  type ControllerValues,
  changesOf,
  newController,
  tlsOf,
  valuesOf,
} from './controller-values.ts';
import { texts } from './texts.ts';
import { useControllerFields, useSignInRights } from './use-controller-fields.tsx';

export interface NewControllerProps {
  readonly isOpen: boolean;
  /** The site that is chosen to begin with. */
  readonly site_id?: string | null;
  onClose(): void;
  onAdded(controller: Controller): void;
}

/** Adds a controller, and its credential in the same dialog. */
export function NewController({ isOpen, site_id = null, onClose, onAdded }: NewControllerProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayName, mayMake } = useSignInRights();
  const signIn = useSignIn();
  const create = useWrite('POST', '/controllers', { done: ({ name }) => t.added(name), onDone: onAdded });
  const first = mayName ? (mayMake ? 'new' : 'existing') : 'none';
  return (
    <FormDialog
      title={t.add}
      isOpen={isOpen}
      onClose={onClose}
      fields={useControllerFields(null)}
      initial={newController(site_id, first)}
      action={w.add}
      submit={async (values) => {
        const credential_id = await signIn.of(values);
        return create.send({
          body: {
            name: values.name,
            site_id: values.site_id ?? '',
            vendor: values.vendor,
            url: values.url.trim(),
            tls: tlsOf(values),
            allow_plaintext: values.allow_plaintext,
            ...(credential_id === null ? {} : { credential_id }),
          },
        });
      }}
    />
  );
}

export interface EditControllerProps {
  readonly controller: Controller;
  readonly etag: string | null;
  readonly isOpen: boolean;
  onClose(): void;
}

export function EditController({ controller, etag, isOpen, onClose }: EditControllerProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { mayName } = useSignInRights();
  const signIn = useSignIn();
  const path = { controller_id: controller.id };
  const save = useWrite('PATCH', '/controllers/{controller_id}', { done: t.saved });
  return (
    <FormDialog
      title={t.edit}
      isOpen={isOpen}
      onClose={onClose}
      fields={useControllerFields(controller)}
      initial={valuesOf(controller)}
      action={w.save}
      submit={async (values, newest) => {
        const credential_id = mayName ? await signIn.of(values) : controller.credential_id;
        const { credential_id: named, ...others } = changesOf(values, controller, credential_id);
        return save.send({
          path,
          etag: newest ?? etag,
          body: { ...others, ...(mayName && named !== undefined ? { credential_id: named } : {}) },
        });
      }}
      latest={async () => {
        const { data, response } = await call('GET', '/controllers/{controller_id}', { path });
        return { values: valuesOf(data), etag: response.headers.get('etag') };
      }}
      extra={() => <p className="muted">{t.moved}</p>}
    />
  );
}

/** The credential that a form names; a new one is of the controller's site, and made once, however often it is sent. */
function useSignIn() {
  const made = useRef<string | null>(null);
  const create = useWrite('POST', '/credentials');
  const change = useWrite('PATCH', '/credentials/{credential_id}');
  const of = async (values: ControllerValues): Promise<string | null> => {
    if (values.sign_in === 'none') return null;
    if (values.sign_in === 'existing') return values.credential_id;
    const body = { ...materialOf(values), name: values.name, site_id: values.site_id };
    if (made.current === null) made.current = (await create.send({ body })).id;
    else await change.send({ path: { credential_id: made.current }, body });
    return made.current;
  };
  return { of };
}

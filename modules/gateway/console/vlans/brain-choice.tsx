import {
  Button,
  call,
  Facts,
  FormDialog,
  type FormField,
  Notice,
  PageLink,
  Panel,
  useRead,
  useSession,
  useTagged,
  useTexts,
  useWrite,
  WaitingFor,
  words,
} from '@patchbay/console-kit';
import { useState } from 'react';
import { texts } from './texts.ts';

const PATH = '/gateway/sites/{site_id}/brain';

/** The controller that decides the VLANs of a site. */
export function BrainChoice({ site_id }: { readonly site_id: string }) {
  const t = useTexts(texts);
  const { mayCall } = useSession();
  const [isChoosing, setChoosing] = useState(false);
  const read = useTagged(PATH, { path: { site_id } }, { live: ['gateway.**', 'controller.status.changed'] });
  return (
    <WaitingFor read={read}>
      {({ data: brain, etag }) => (
        <Panel>
          {brain.offline_since === null ? null : (
            <Notice kind="warning" title={t.brain_offline}>
              <p>{brain.status}</p>
            </Notice>
          )}
          <Facts
            facts={[
              [
                t.brain,
                brain.controller_id === null ? (
                  <span className="muted">{t.no_brain}</span>
                ) : (
                  <PageLink to={`/controllers/${brain.controller_id}`}>{brain.name}</PageLink>
                ),
              ],
            ]}
          />
          <p className="muted">{t.brain_hint}</p>
          {mayCall('PUT', PATH) ? (
            <div>
              <Button onPress={() => setChoosing(true)}>{t.choose_brain}</Button>
            </div>
          ) : null}
          {isChoosing ? (
            <ChooseBrain
              site_id={site_id}
              controller_id={brain.controller_id}
              etag={etag}
              onClose={() => setChoosing(false)}
            />
          ) : null}
        </Panel>
      )}
    </WaitingFor>
  );
}

interface ChooseBrainProps {
  readonly site_id: string;
  readonly controller_id: string | null;
  readonly etag: string | null;
  onClose(): void;
}

interface Values {
  readonly controller_id: string;
}

const NONE = 'none';

function ChooseBrain({ site_id, controller_id, etag, onClose }: ChooseBrainProps) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { data } = useRead('/controllers', { query: { site_id, per_page: 100, sort: 'name' } });
  const choose = useWrite('PUT', PATH, { refreshes: ['/gateway/sites'], done: t.brain_chosen });
  const choices = (data?.items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  const fields: readonly FormField<Values>[] = [
    {
      kind: 'choice',
      key: 'controller_id',
      label: t.brain,
      hint: t.brain_hint,
      choices: [{ value: NONE, label: t.no_brain }, ...choices],
    },
  ];
  return (
    <FormDialog
      title={t.choose_brain}
      isOpen
      onClose={onClose}
      fields={fields}
      initial={{ controller_id: controller_id ?? NONE }}
      action={w.save}
      submit={(values, newest) =>
        choose.send({
          path: { site_id },
          etag: newest ?? etag,
          body: { controller_id: values.controller_id === NONE ? null : values.controller_id },
        })
      }
      latest={async () => {
        const { data: brain, response } = await call('GET', PATH, { path: { site_id } });
        return { values: { controller_id: brain.controller_id ?? NONE }, etag: response.headers.get('etag') };
      }}
    />
  );
}

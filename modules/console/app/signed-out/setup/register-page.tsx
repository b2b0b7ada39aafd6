import { call, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { PlainLink } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { Entrance } from '../entrance.tsx';
import { HOME } from '../public-paths.ts';
import { texts as shared } from '../texts.ts';
import { type Draft, EMPTY } from './draft.ts';
import { AdministratorFields, OrganizationFields } from './draft-fields.tsx';
import { enter } from './enter.ts';
import { texts } from './texts.ts';

const FIELDS = ['organization_name', 'email', 'username', 'password'];

/** An organization of one's own, where the platform lets strangers make one. */
export function RegisterPage({ signedIn }: { signedIn(): void }) {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [draft, setDraft] = useState(EMPTY);
  const change = (part: Partial<Draft>) => setDraft((former) => ({ ...former, ...part }));
  const send = async () => {
    const { organization_name, email, username, password, repeated } = draft;
    if (password !== repeated) return;
    await call('POST', '/auth/register', { body: { organization_name, email, username, password } });
    await enter(draft, signedIn);
  };
  return (
    <Entrance title={t.register} summary={t.register_hint}>
      <SentForm
        action={t.register_action}
        send={send}
        fields={FIELDS}
        meanings={{ forbidden: t.register_closed }}
        more={<PlainLink to={HOME}>{s.to_sign_in}</PlainLink>}
      >
        {(faultOf) => (
          <>
            <OrganizationFields draft={draft} change={change} faultOf={faultOf} hasSlug={false} />
            <AdministratorFields draft={draft} change={change} faultOf={faultOf} isFirst={false} />
          </>
        )}
      </SentForm>
    </Entrance>
  );
}

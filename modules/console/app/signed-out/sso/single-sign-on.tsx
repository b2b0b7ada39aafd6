import { call, Notice, useTexts } from '@patchbay/console-kit';
import { useState } from 'react';
import { FaultNotice } from '../controls/fault-notice.tsx';
import { CheckField, Field } from '../controls/field.tsx';
import { PlainButton } from '../controls/plain-button.tsx';
import { SentForm } from '../controls/sent-form.tsx';
import { useAttempt } from '../controls/use-attempt.ts';
import { Entrance } from '../entrance.tsx';
import type { SignInReply } from '../sign-in/pending-step.ts';
import { texts as shared } from '../texts.ts';
import { beginOidc, StrangeAddress } from './begin-oidc.ts';
import { DirectoryForm } from './directory-form.tsx';
import type { Provider } from './provider.ts';
import { texts } from './texts.ts';

/** The organization that was named last in this browser. */
const KEY = 'patchbay.organization';

export interface SingleSignOnProps {
  took(reply: SignInReply): void;
  back(): void;
}

/** Ways to sign in to an organization. Answers of SAML providers are not taken yet, so they are no way. */
export function SingleSignOn({ took, back }: SingleSignOnProps) {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [organization_slug, setSlug] = useState(() => localStorage.getItem(KEY) ?? '');
  const [found, setFound] = useState<readonly Provider[] | null>(null);
  const [directory, setDirectory] = useState<Provider | null>(null);
  if (directory !== null)
    return <DirectoryForm provider={directory} took={took} back={() => setDirectory(null)} />;
  const find = async () => {
    const query = { organization_slug: organization_slug.trim().toLowerCase() };
    const { data } = await call('GET', '/auth/sso/providers/public', { query });
    localStorage.setItem(KEY, query.organization_slug);
    setFound(data.items.filter(({ kind }) => kind !== 'saml'));
  };
  return (
    <Entrance title={t.title} summary={t.hint}>
      <SentForm
        action={t.find}
        send={find}
        fields={['organization_slug']}
        more={
          <PlainButton variant="quiet" onPress={back}>
            {s.back}
          </PlainButton>
        }
      >
        {(faultOf) => (
          <Field
            label={t.organization}
            hint={t.organization_hint}
            autoComplete="organization"
            isFirst
            value={organization_slug}
            onChange={setSlug}
            error={faultOf('organization_slug')}
          />
        )}
      </SentForm>
      {found === null ? null : <Ways providers={found} choose={setDirectory} />}
    </Entrance>
  );
}

interface WaysProps {
  readonly providers: readonly Provider[];
  choose(directory: Provider): void;
}

function Ways({ providers, choose }: WaysProps) {
  const t = useTexts(texts);
  const s = useTexts(shared);
  const [remember_me, setRemembered] = useState(false);
  const { isPending, failure, run, forget } = useAttempt();
  if (providers.length === 0)
    return (
      <Notice kind="warning" isUrgent>
        {t.none}
      </Notice>
    );
  const begin = (provider: Provider) =>
    provider.kind === 'oidc' ? run(() => beginOidc(provider.id, remember_me)) : choose(provider);
  return (
    <section className="stack" data-gap="small" aria-label={t.title}>
      {failure === null ? null : (
        <FaultNotice
          {...failure}
          meanings={{
            other: t.unreachable,
            ...(failure.error instanceof StrangeAddress ? { away: t.strange } : {}),
          }}
          onOver={forget}
        />
      )}
      {providers.some(({ kind }) => kind === 'oidc') ? (
        <CheckField label={s.remember} isSelected={remember_me} onChange={setRemembered} />
      ) : null}
      {providers.map((provider) => (
        <PlainButton key={provider.id} isPending={isPending} onPress={() => begin(provider)}>
          {t.with(provider.name)}
        </PlainButton>
      ))}
    </section>
  );
}

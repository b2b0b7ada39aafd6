import { type Fact, Facts, Panel, useTexts, words } from '@patchbay/console-kit';
import { hasSecret } from './provider-form.tsx';
import type { Provider } from './provider-values.ts';
import { texts } from './texts.ts';

/** A setting that was not made is left out. */
const given = (name: string, value: string | undefined): Fact =>
  value === undefined ? null : [name, <code key={name}>{value}</code>];

/** Settings as the platform keeps them; of a secret, whether there is one. */
export function ProviderSettings({ provider }: { readonly provider: Provider }) {
  const t = useTexts(texts);
  const w = useTexts(words);
  const { config, kind } = provider;
  return (
    <Panel title={t.settings}>
      <Facts
        facts={[
          [t.kind, t[kind]],
          [t.slug, <code key="slug">{provider.slug}</code>],
          given(t.issuer, config.issuer),
          given(t.client_id, config.client_id),
          given(t.scopes, config.scopes?.join(' ')),
          given(t.groups_claim, config.groups_claim),
          given(t.email_claim, config.email_claim),
          given(t.username_claim, config.username_claim),
          given(t.url, config.url),
          config.start_tls === undefined ? null : [t.start_tls, config.start_tls ? w.yes : w.no],
          given(t.bind_dn, config.bind_dn),
          given(t.base_dn, config.base_dn),
          given(t.user_filter, config.user_filter),
          given(t.group_attribute, config.group_attribute),
          given(t.email_attribute, config.email_attribute),
          given(t.username_attribute, config.username_attribute),
          given(t.ca_certificate, config.ca_certificate),
          given(t.sso_url, config.sso_url),
          given(t.entity_id, config.entity_id),
          kind === 'saml' ? null : [t.secret, hasSecret(provider) ? t.secret_set : t.secret_none],
        ]}
      />
    </Panel>
  );
}

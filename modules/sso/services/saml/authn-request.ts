import { deflateRawSync } from 'node:zlib';
import type { ProviderConfig } from '../../schemas/providers.ts';

export interface AuthnRequestFacts {
  /** Begins with a letter, as XML wants ids to. */
  readonly id: string;
  readonly issued_at: Date;
  /** Address to which the identity provider posts its answer. */
  readonly answer_url: string;
  readonly relay_state: string;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);

/** The address that asks an identity provider for a login: SAML 2.0, HTTP-Redirect binding, not signed. */
export function authnRequestUrl(
  { sso_url = '', entity_id = '' }: ProviderConfig,
  { id, issued_at, answer_url, relay_state }: AuthnRequestFacts,
): string {
  const attributes = {
    'xmlns:samlp': 'urn:oasis:names:tc:SAML:2.0:protocol',
    'xmlns:saml': 'urn:oasis:names:tc:SAML:2.0:assertion',
    ID: id,
    Version: '2.0',
    IssueInstant: issued_at.toISOString(),
    Destination: sso_url,
    AssertionConsumerServiceURL: answer_url,
    ProtocolBinding: 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST',
  };
  const written = Object.entries(attributes).map(([name, value]) => `${name}="${escaped(value)}"`);
  const xml = `<samlp:AuthnRequest ${written.join(' ')}><saml:Issuer>${escaped(entity_id)}</saml:Issuer></samlp:AuthnRequest>`;
  const url = new URL(sso_url);
  url.searchParams.set('SAMLRequest', deflateRawSync(xml).toString('base64'));
  url.searchParams.set('RelayState', relay_state);
  return url.href;
}

import type { Answer, Harness, Person } from '../../../harness/index.ts';
import { freshAddress } from '../../../harness/index.ts';

export interface Created {
  readonly id: string;
  readonly updated_at: string;
}

/** An enabled provider, made by this person. */
export async function addProvider(harness: Harness, as: Person, body: object): Promise<Created> {
  const answer = await harness.call('POST', '/auth/sso/providers', { as, body });
  if (answer.status !== 201) throw new Error(`creating a provider answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

export const authorize = (harness: Harness, body: object, headers = {}): Promise<Answer> =>
  harness.call('POST', '/auth/sso/oidc/authorize', { body, headers, from: freshAddress() });

export const callback = (harness: Harness, body: object, headers = {}): Promise<Answer> =>
  harness.call('POST', '/auth/sso/oidc/callback', { body, headers, from: freshAddress() });

export interface AuditRow {
  readonly action: string;
  readonly target_id: string | null;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** The record of one action, newest first. */
export async function audited(harness: Harness, as: Person, action: string): Promise<readonly AuditRow[]> {
  const answer = await harness.call('GET', `/audit?action=${action}&per_page=200`, { as });
  return answer.body.items;
}

/** Who signed in, as the platform sees them. */
export async function profileOf(harness: Harness, { status, text, body }: Answer): Promise<Answer['body']> {
  if (status !== 200) throw new Error(`the sign-in answered ${status}: ${text}`);
  return (await harness.call('GET', '/auth/me', { token: body.access_token })).body;
}

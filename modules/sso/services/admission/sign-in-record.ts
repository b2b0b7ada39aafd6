import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { type Principal, systemPrincipal } from '@patchbay/kernel/permissions';
import type { SignInProvider } from './sign-in-provider.ts';

/** Outcomes of sign-ins, refused ones too, in the audit record of the provider's organization. */
export class SignInRecord extends Service<{ database: Database }> {
  /** In a unit of its own, for what was refused before anything was written. */
  refuse(provider: SignInProvider, reason: string, detail: object = {}): Promise<void> {
    return this.parts.database.write(systemPrincipal(provider.organization_id), async (work) =>
      noteRefusal(work, provider, reason, detail),
    );
  }

  /** An administrator tried the provider. */
  tested(principal: Principal, { id, name }: SignInProvider, outcome: string): Promise<void> {
    return this.parts.database.write(principal, async (work) =>
      work.audit.record({
        action: 'sso.providers.test',
        target_type: 'sso_provider',
        target_id: id,
        detail: { name, outcome },
      }),
    );
  }
}

export const noteRefusal = (
  work: UnitOfWork,
  { id, name, kind }: SignInProvider,
  reason: string,
  detail: object = {},
): void =>
  work.audit.record({
    action: 'sso.sign_in_refused',
    target_type: 'sso_provider',
    target_id: id,
    detail: { provider: name, kind, reason, ...detail },
  });

/** `how`: known (identity), linked (by e-mail), created. */
export const noteAdmission = (
  work: UnitOfWork,
  { id, name, kind }: SignInProvider,
  user_id: string,
  detail: { readonly how: 'known' | 'linked' | 'created'; readonly role: string },
): void =>
  work.audit.record({
    action: 'sso.sign_in',
    target_type: 'user',
    target_id: user_id,
    detail: { provider_id: id, provider: name, kind, ...detail },
  });

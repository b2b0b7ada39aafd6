import type { ProviderView } from '../../schemas/providers.ts';
import type { SignInProvider } from '../admission/sign-in-provider.ts';
import { KIND_RULES } from './provider-kinds.ts';

export const PROVIDER_COLUMNS = [
  'id',
  'organization_id',
  'name',
  'slug',
  'kind',
  'is_enabled',
  'config',
  'secret',
  'role_mapping',
  'default_role',
  'role_ceiling',
  'just_in_time',
  'link_by_email',
  'allowed_email_domains',
  'created_at',
  'updated_at',
] as const;

/** A row as the database gives it; `secret` is sealed. */
export interface ProviderRow extends Omit<SignInProvider, 'secret'> {
  readonly slug: string;
  readonly is_enabled: boolean;
  readonly secret: string | null;
  readonly created_at: string;
}

/** A provider as administrators see it: whether there is a secret, never which. */
export function viewOf({ secret, config, ...row }: ProviderRow): ProviderView {
  const name = KIND_RULES[row.kind].secret;
  const shown = { ...config, ...(name === null ? {} : { [`${name}_set`]: secret !== null }) };
  return { ...row, config: shown } as ProviderView;
}

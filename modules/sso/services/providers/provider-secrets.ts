import { isDeepStrictEqual } from 'node:util';
import { Service } from '@patchbay/kernel/di';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { ConfigInput, ProviderConfig } from '../../schemas/providers.ts';
import { KIND_RULES } from './provider-kinds.ts';
import type { ProviderRow } from './provider-view.ts';

type Owner = Pick<ProviderRow, 'id' | 'organization_id' | 'kind'>;

/** The one secret of a provider, sealed for its row. */
export class ProviderSecrets extends Service<{ box: Pick<SecretBox, 'seal' | 'open'> }> {
  /** Null when none is sent. */
  sealed(owner: Owner, config: ConfigInput): string | null {
    const name = KIND_RULES[owner.kind].secret;
    const sent = name === null ? null : config[name];
    return typeof sent === 'string' ? this.parts.box.seal(new Secret(sent), placeOf(owner)) : null;
  }

  /** The sent secret; else the stored one, unless its address has changed. */
  changed(before: ProviderRow, after: ProviderConfig, sent: ConfigInput): string | null {
    const { secret: name, address } = KIND_RULES[before.kind];
    if (name !== null && sent[name] !== undefined) return this.sealed(before, sent);
    const stays = address.every((each) => isDeepStrictEqual(before.config[each], after[each]));
    return stays ? before.secret : null;
  }

  open(owner: Owner, sealed: string): Secret {
    return this.parts.box.open(sealed, placeOf(owner));
  }
}

const placeOf = ({ id, organization_id }: Owner) => ({ table: 'sso_providers', row_id: id, organization_id });

import { Service } from '@patchbay/kernel/di';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';

/** Secrets in a subscription's row. */
export interface SealedSecrets {
  readonly id: string;
  readonly organization_id: string;
  readonly sealed_secret: string;
  readonly sealed_former_secret: string | null;
  readonly former_secret_until: string | null;
}

const PREFIX = 'whsec_';

/** The secrets that sign deliveries: made here, shown once, sealed at rest (RULES R12). */
export class SigningSecrets extends Service<{ box: Pick<SecretBox, 'seal' | 'open' | 'randomToken'> }> {
  make(): Secret {
    return new Secret(PREFIX + this.parts.box.randomToken(32));
  }

  seal(secret: Secret, row: Pick<SealedSecrets, 'id' | 'organization_id'>): string {
    return this.parts.box.seal(secret, placeOf(row));
  }

  /** The present one, and the former one until its end. */
  valid(row: SealedSecrets, now: Date): readonly Secret[] {
    const former = isFormerValid(row, now) ? row.sealed_former_secret : null;
    return [row.sealed_secret, ...(former === null ? [] : [former])].map((envelope) =>
      this.parts.box.open(envelope, placeOf(row)),
    );
  }
}

export const isFormerValid = (
  { former_secret_until }: Pick<SealedSecrets, 'former_secret_until'>,
  now: Date,
): boolean => former_secret_until !== null && Date.parse(former_secret_until) > now.getTime();

const placeOf = ({ id, organization_id }: Pick<SealedSecrets, 'id' | 'organization_id'>) => ({
  table: 'webhook_subscriptions',
  row_id: id,
  organization_id,
});

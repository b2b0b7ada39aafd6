import { Secret, type SecretBox, type SecretPlace } from '@patchbay/kernel/secrets';
import { armedName } from './arming.ts';

interface Armed {
  readonly id: string;
  readonly organization_id: string;
}

const placeOf = ({ id, organization_id }: Armed): SecretPlace => ({
  table: 'change_attempts',
  row_id: id,
  organization_id,
});

/** A device's token as it is kept: it may be a session that still opens the device. */
export const sealedToken = (
  secrets: Pick<SecretBox, 'seal'>,
  attempt: Armed,
  token: string | null,
): string | null => (token === null ? null : secrets.seal(new Secret(token), placeOf(attempt)));

/** By which the device knows what it holds ready for an attempt. */
export const openToken = (
  secrets: Pick<SecretBox, 'open'>,
  attempt: Armed & { readonly confirm_token: string | null },
): string =>
  attempt.confirm_token === null
    ? armedName(attempt.id)
    : secrets.open(attempt.confirm_token, placeOf(attempt)).reveal();

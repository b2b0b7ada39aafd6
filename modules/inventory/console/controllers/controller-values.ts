import type { BodyOf, ReplyOf } from '@patchbay/client';
import { NO_SIGN_IN, type SignInValues } from '../credentials/credential-values.ts';

export type Controller = ReplyOf<'GET', '/controllers/{controller_id}'>;
type Tls = NonNullable<BodyOf<'POST', '/controllers'>['tls']>;

/** How the certificate of a controller is judged. */
export const TRUSTS = ['verify', 'first', 'pin', 'none'] as const;
export type Trust = (typeof TRUSTS)[number];

/** Where the credential comes from. */
export const SIGN_INS = ['existing', 'new', 'none'] as const;
export type SignIn = (typeof SIGN_INS)[number];

export interface ControllerValues extends SignInValues {
  readonly name: string;
  readonly site_id: string | null;
  readonly vendor: string;
  readonly url: string;
  readonly sign_in: SignIn;
  readonly credential_id: string | null;
  readonly trust: Trust;
  readonly fingerprint: string;
  readonly allow_plaintext: boolean;
}

export const newController = (site_id: string | null, sign_in: SignIn): ControllerValues => ({
  ...NO_SIGN_IN,
  name: '',
  site_id,
  vendor: '',
  url: 'https://',
  sign_in,
  credential_id: null,
  trust: 'first',
  fingerprint: '',
  allow_plaintext: false,
});

export const trustOf = ({ verify, fingerprint, pin_on_first_use }: Tls): Trust => {
  if (fingerprint !== undefined) return 'pin';
  if (pin_on_first_use === true) return 'first';
  return verify ? 'verify' : 'none';
};

export const valuesOf = (controller: Controller): ControllerValues => ({
  ...NO_SIGN_IN,
  name: controller.name,
  site_id: controller.site_id,
  vendor: controller.vendor,
  url: controller.url,
  sign_in: controller.credential_id === null ? 'none' : 'existing',
  credential_id: controller.credential_id,
  trust: trustOf(controller.tls),
  fingerprint: controller.tls.fingerprint ?? '',
  allow_plaintext: controller.allow_plaintext,
});

/** The trust as the platform keeps it. */
export function tlsOf({ trust, fingerprint }: Pick<ControllerValues, 'trust' | 'fingerprint'>): Tls {
  if (trust === 'verify') return { verify: true };
  if (trust === 'first') return { verify: false, pin_on_first_use: true };
  if (trust === 'pin') return { verify: false, fingerprint: fingerprint.trim() };
  return { verify: false };
}

export const isPlain = ({ url }: Pick<ControllerValues, 'url'>): boolean =>
  url.trim().toLowerCase().startsWith('http://');

const digitsOf = (fingerprint = ''): string => fingerprint.replaceAll(':', '').toLowerCase();

/** A fingerprint as devices and browsers print it: pairs of digits with colons. */
export const fingerprintText = (fingerprint: string): string =>
  fingerprint.replaceAll(':', '').toUpperCase().match(/../g)?.join(':') ?? fingerprint;

/** Whether the form leads to another place or trusts it in another way. */
export function isElsewhere(
  values: ControllerValues,
  { url, tls }: Pick<Controller, 'url' | 'tls'>,
): boolean {
  const wanted = tlsOf(values);
  if (values.url.trim() !== url || values.trust !== trustOf(tls)) return true;
  return values.trust === 'pin' && digitsOf(wanted.fingerprint) !== digitsOf(tls.fingerprint);
}

/**
 * Body of an edit: a certificate and a credential only when they differ, since naming one again is an answer to a
 * changed device.
 */
export function changesOf(
  values: ControllerValues,
  before: Controller,
  credential_id: string | null,
): BodyOf<'PATCH', '/controllers/{controller_id}'> {
  const moved = isElsewhere(values, before);
  return {
    name: values.name,
    ...(values.site_id === null ? {} : { site_id: values.site_id }),
    ...(values.allow_plaintext === before.allow_plaintext ? {} : { allow_plaintext: values.allow_plaintext }),
    ...(moved ? { url: values.url.trim(), tls: tlsOf(values) } : {}),
    ...(moved || credential_id !== before.credential_id ? { credential_id } : {}),
  };
}

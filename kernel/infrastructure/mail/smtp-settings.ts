import { isIP } from 'node:net';
import { ConfigError } from '../../config/index.ts';
import { classifyAddress } from '../outbound/index.ts';
import { Secret } from '../secrets/index.ts';

/** A mail server, as `SMTP_URL` says it. */
export interface SmtpSettings {
  /** Name or address, without brackets. */
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte. */
  readonly isSecure: boolean;
  /** Without TLS nothing is sent. */
  readonly requiresTls: boolean;
  /** On this machine: the certificate is not checked, since the path cannot be intercepted. */
  readonly isLoopback: boolean;
  readonly login: { readonly user: string; readonly password: Secret } | null;
  /** A further trusted authority, PEM. */
  readonly ca?: string;
}

const FORM = 'smtp://user:password@mail.example.com:587 or smtps://user:password@mail.example.com';

/** Reads `SMTP_URL`; throws a `ConfigError` that never repeats the URL, since it holds a password. */
export function smtpSettingsOf(text: string): SmtpSettings {
  const url = URL.parse(text);
  if (url === null || !/^smtps?:$/.test(url.protocol) || url.hostname === '' || !/^\/?$/.test(url.pathname))
    throw refuse('is not understood');
  const isSecure = url.protocol === 'smtps:';
  const host = url.hostname.replace(/^\[|\]$/g, '').toLowerCase();
  const isLoopback = isThisMachine(host);
  return Object.freeze({
    host,
    port: Number(url.port) || (isSecure ? 465 : 587),
    isSecure,
    requiresTls: requiresTls(url) ?? !isLoopback,
    isLoopback,
    login: loginOf(url),
  });
}

function requiresTls(url: URL): boolean | undefined {
  const unknown = [...url.searchParams.keys()].find((key) => key !== 'require_tls');
  if (unknown !== undefined) throw refuse('has a parameter other than require_tls');
  const value = url.searchParams.get('require_tls');
  if (value !== null && value !== 'true' && value !== 'false')
    throw refuse('has require_tls that is no boolean');
  return value === null ? undefined : value === 'true';
}

function loginOf({ username, password }: URL): SmtpSettings['login'] {
  if (username === '' && password === '') return null;
  try {
    return { user: decodeURIComponent(username), password: new Secret(decodeURIComponent(password)) };
  } catch {
    throw refuse('holds a user or password that is not percent-encoded');
  }
}

const isThisMachine = (host: string): boolean =>
  isIP(host) === 0
    ? host === 'localhost' || host.endsWith('.localhost')
    : classifyAddress(host) === 'loopback';

const refuse = (why: string): ConfigError => new ConfigError(`SMTP_URL ${why}; it reads ${FORM}`);

import { isIP } from 'node:net';
import { ConfigError, type KernelConfig } from '@patchbay/kernel/config';
import type { Logger } from '@patchbay/kernel/telemetry';
import type { PasskeysSettings } from '../config.ts';
import { notConfigured } from '../errors.ts';

/** The site that passkeys are made for, and the origins of the pages that may use them. */
export interface RelyingParty {
  readonly id: string;
  readonly origins: readonly string[];
}

/**
 * The platform's relying party: configured, or in development its own address; never taken from a client.
 * Settings that no browser would accept stop a start in development. Elsewhere they are logged and passkeys are
 * refused: were the module to fail, second steps would no longer be required.
 */
export class RelyingParties {
  readonly #configured: RelyingParty | null;
  readonly #inDevelopment: boolean;

  /** Throws `ConfigError`, in development only. */
  constructor(
    settings: PasskeysSettings,
    { ENVIRONMENT }: Pick<KernelConfig, 'ENVIRONMENT'>,
    logger: Pick<Logger, 'error'>,
  ) {
    this.#inDevelopment = ENVIRONMENT === 'development';
    this.#configured = this.#read(settings, logger);
  }

  /** `base_url` is where the platform says that it is. Throws `passkeys.not_configured`. */
  at(base_url: string): RelyingParty {
    if (this.#configured !== null) return this.#configured;
    if (!this.#inDevelopment) throw notConfigured();
    return developmentParty(new URL(base_url));
  }

  #read(settings: PasskeysSettings, logger: Pick<Logger, 'error'>): RelyingParty | null {
    try {
      return configuredParty(settings);
    } catch (error) {
      if (this.#inDevelopment || !(error instanceof ConfigError)) throw error;
      logger.error('passkeys are refused: their settings cannot be used', { error });
      return null;
    }
  }
}

function configuredParty({ PASSKEY_RP_ID: id, PASSKEY_ORIGINS: origins }: PasskeysSettings) {
  if (id === undefined && origins.length === 0) return null;
  if (id === undefined || origins.length === 0)
    throw new ConfigError('PASSKEY_RP_ID and PASSKEY_ORIGINS are set together or not at all');
  if (!isDomain(id)) throw new ConfigError(`PASSKEY_RP_ID takes a domain such as example.com, not "${id}"`);
  for (const origin of origins)
    if (!isOriginOf(id, origin))
      throw new ConfigError(
        `PASSKEY_ORIGINS takes https origins of ${id} or below it, such as https://${id}, not "${origin}"`,
      );
  return Object.freeze({ id, origins: Object.freeze([...origins]) });
}

/** Passkeys belong to names, not to addresses: a page by number is reached as localhost instead. */
function developmentParty(url: URL): RelyingParty {
  const isAddress = isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0;
  if (!isAddress) return { id: url.hostname, origins: [url.origin] };
  url.hostname = 'localhost';
  return { id: 'localhost', origins: [url.origin] };
}

const isDomain = (id: string): boolean => isIP(id) === 0 && URL.parse(`https://${id}`)?.host === id;

function isOriginOf(id: string, origin: string): boolean {
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin) return false;
  const isSecure = url.protocol === 'https:' || (url.protocol === 'http:' && id === 'localhost');
  return isSecure && (url.hostname === id || url.hostname.endsWith(`.${id}`));
}

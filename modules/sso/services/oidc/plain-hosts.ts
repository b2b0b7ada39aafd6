import type { KernelConfig } from '@patchbay/kernel/config';
import { Service } from '@patchbay/kernel/di';
import { classifyAddress } from '@patchbay/kernel/outbound';
import type { SsoSettings } from '../../config.ts';

type Settings = Pick<KernelConfig, 'ENVIRONMENT'> & Pick<SsoSettings, 'SSO_ALLOWED_HOSTS'>;

/** Hosts that a provider may use without TLS: on this machine, in development, if they are listed. */
export class PlainHosts extends Service<{ settings: Settings }> {
  get allowsPlainLdap(): boolean {
    return this.parts.settings.ENVIRONMENT === 'development';
  }

  allowsHttp({ protocol, hostname, host }: URL): boolean {
    const { ENVIRONMENT, SSO_ALLOWED_HOSTS } = this.parts.settings;
    const address = hostname.replace(/^\[|\]$/g, '');
    const isLoopback = address === 'localhost' || classifyAddress(address) === 'loopback';
    const isListed = SSO_ALLOWED_HOSTS.some((listed) => listed === address || listed === host);
    return protocol === 'http:' && ENVIRONMENT === 'development' && isLoopback && isListed;
  }
}

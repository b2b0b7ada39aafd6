import { objectOf } from '../exchange/answers.ts';
import type { FirewallAccess } from '../exchange/firewall-access.ts';

export interface FirewallIdentity {
  readonly version: string;
  /** Product name; the interface has no hardware model. */
  readonly model: string;
  /** Host name with its domain. */
  readonly name: string | null;
}

/** Version and name. The firmware page knows the version in full, the system page in its own words. */
export async function readFirewall(access: FirewallAccess): Promise<FirewallIdentity> {
  const status = objectOf(await access.get('/api/core/firmware/status'));
  const system = objectOf(await access.get('/api/diagnostics/system/systemInformation'));
  const product = Object(status['product']) as Readonly<Record<string, unknown>>;
  const versions: readonly unknown[] = Array.isArray(system['versions']) ? system['versions'] : [];
  const version =
    text(product['product_version']) ||
    text(status['product_version']) ||
    /[\d.]+/.exec(text(versions[0]))?.[0];
  return {
    version: version ?? '',
    model: text(product['product_name']) || 'OPNsense',
    name: text(system['name']) || null,
  };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

import { type ControllerFacts, DeviceError } from '@patchbay/vendor-kit';
import type { ApiClient, Row } from '../exchange/api-client.ts';
import type { FirewallFeature } from '../writes/features.ts';

type Reader = Pick<ApiClient, 'get' | 'list'>;

/** Version, model and name of a firewall, and the areas that its version and packages can do. */
export async function readFacts(
  client: Reader,
  features: readonly FirewallFeature[],
): Promise<ControllerFacts> {
  const { version, base } = await client.get('/api/v2/system/version');
  const status = await optional(() => client.get('/api/v2/status/system'), {});
  const { hostname, domain } = await optional(() => client.get('/api/v2/system/hostname'), {});
  const packages = await optional<readonly Row[] | null>(() => client.list('/api/v2/system/packages'), null);
  const installed = packages && new Set(packages.map(({ name }) => String(name)));
  return {
    version: textOf(version) ?? textOf(base) ?? '',
    model: textOf(status['platform']),
    serial: textOf(status['serial']),
    name: [textOf(hostname), textOf(domain)].filter((part) => part !== null).join('.') || null,
    capabilities: capabilities(features, installed),
  };
}

/**
 * Areas with a feature whose packages are there; a firewall that does not list its packages is thought to have them.
 */
function capabilities(
  features: readonly FirewallFeature[],
  installed: ReadonlySet<string> | null,
): readonly string[] {
  const possible = features.filter(
    ({ model }) => installed === null || model.packages.every((name) => installed.has(name)),
  );
  return [...new Set(possible.map(({ area }) => area))];
}

/** Keys with few privileges, older packages and models that need a package: no failure of the whole reading. */
export async function optional<T>(read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch (error) {
    const isWithheld = error instanceof DeviceError && (error.status === 403 || error.status === 404);
    if (isWithheld) return otherwise;
    throw error;
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

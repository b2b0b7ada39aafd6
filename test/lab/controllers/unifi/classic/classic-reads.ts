import type { LabRequest } from '../../lab-product.ts';
import { classicRefusal } from '../refusal.ts';
import type { LabSite, Row, Tables } from '../tables.ts';

const provisioning = 5;

/** `stat/…`, `list/…` and `get/…` of the classic interface. */
export class ClassicReads {
  readonly #tables: Tables;
  readonly #version: string;

  constructor(tables: Tables, version: string) {
    this.#tables = tables;
    this.#version = version;
  }

  execute({ method }: LabRequest, site: LabSite, path: string): readonly Row[] {
    if (method !== 'GET' && method !== 'POST') throw classicRefusal('Invalid', 405);
    const [kind = '', what = '', id] = path.split('/');
    if (path === 'get/setting') return this.#tables.rows(site, 'setting');
    if (kind === 'list') return this.#tables.rows(site, what);
    if (kind !== 'stat') throw classicRefusal('NotFound', 404);
    switch (what) {
      case 'device':
        return this.#devices(site);
      case 'sta':
        return this.#tables.rows(site, 'sta').filter(({ mac }) => id === undefined || mac === id);
      case 'user':
        return this.#user(site, id ?? '');
      case 'sysinfo':
        return [
          {
            version: this.#version,
            name: site.desc,
            hostname: 'lab-console',
            ubnt_device_type: 'UDMPRO',
            timezone: 'Etc/UTC',
          },
        ];
      case 'health':
        return ['wan', 'lan', 'wlan', 'vpn'].map((subsystem) => ({ subsystem, status: 'ok' }));
      case 'sitedpi':
      case 'session':
      case 'event':
      case 'alluser':
      case 'spectrum-scan':
        return [];
      default:
        throw classicRefusal('NotFound', 404);
    }
  }

  /** While the devices take what was saved, those that are connected say so. */
  #devices(site: LabSite): readonly Row[] {
    const rows = this.#tables.rows(site, 'device');
    return this.#tables.isProvisioning
      ? rows.map((row) => (row['state'] === 1 ? { ...row, state: provisioning } : row))
      : rows;
  }

  #user(site: LabSite, mac: string): readonly Row[] {
    const found = this.#tables.rows(site, 'user').filter((row) => row['mac'] === mac.toLowerCase());
    if (found.length === 0) throw classicRefusal('NotFound', 404);
    return found;
  }
}

import { type ControllerTarget, DeviceError, notSent, type VendorValue } from '@patchbay/vendor-kit';
import type { CallBase } from '../writes/features.ts';
import { readClassic, readIntegration, readPage, rowsOf } from './answers.ts';
import type { ConsoleConnection } from './console-connection.ts';
import { beforeWrite } from './failures.ts';
import { chooseSite, type VendorSite } from './vendor-site.ts';

export interface SiteCall {
  readonly method: string;
  readonly base: CallBase;
  /** Without placeholders. */
  readonly path: string;
  readonly body?: unknown;
  /** Another site of the classic interface than ours. */
  readonly reference?: string;
}

const PAGE_LIMIT = 200;
const MAX_ROWS = 20_000;
const INTEGRATION = '/integration/v1';
const NO_SITE = 'api.err.NoSiteContext';

/**
 * Both interfaces of one console, at the vendor site that is ours. Every failure is an `AdapterError`. `guard` takes
 * each exchange on its own.
 */
export class UnifiClient {
  readonly #connection: ConsoleConnection;
  readonly #own: ControllerTarget['site'];
  readonly #guard: NonNullable<ControllerTarget['guard']>;

  constructor(
    connection: ConsoleConnection,
    own: ControllerTarget['site'],
    guard: NonNullable<ControllerTarget['guard']> = (exchange) => exchange(),
  ) {
    this.#connection = connection;
    this.#own = own;
    this.#guard = guard;
  }

  /** Version of the network application; null where it has no integration interface. */
  async integrationVersion(): Promise<string | null> {
    try {
      const info = await this.#integration('GET', '/info');
      return String(objectOf(info)['applicationVersion'] ?? '');
    } catch (error) {
      if (error instanceof DeviceError && error.type === 'adapter_not_found') return null;
      throw error;
    }
  }

  /** Answer of a call: an object of `I` and `V`, the list under `data` of `C`; undefined when there is no body. */
  async call(call: SiteCall): Promise<unknown> {
    const { method, base, path, body } = call;
    if (base === 'OS') return this.#exchange(() => this.#os(method, path, body));
    const site = await beforeWrite(this.site());
    if (base === 'I') {
      if (site.id === null) throw notSent('This version has no integration interface.', 'adapter_not_found');
      return this.#integration(method, `/sites/${site.id}${path}`, body);
    }
    const reference = encodeURIComponent(call.reference ?? site.reference);
    return base === 'C'
      ? this.#classic(method, `/api/s/${reference}${path}`, body)
      : this.#integrationShaped(method, `/v2/api/site/${reference}${path}`, body);
  }

  /** Under which name the vendor site that was found is kept. */
  get #ours(): string {
    return JSON.stringify([this.#own?.name, this.#own?.slug]);
  }

  /** Every row of a paged list of the integration interface, at most 20,000. */
  async page(path: string): Promise<readonly VendorValue[]> {
    const { id } = await this.site();
    return id === null ? [] : this.#pages(`/sites/${id}${path}`);
  }

  /** Sites of the controller in the classic interface. */
  async sites(): Promise<readonly VendorValue[]> {
    return rowsOf(await this.#classic('GET', '/api/self/sites'));
  }

  async site(): Promise<VendorSite> {
    const { signIn } = this.#connection;
    const known = signIn.siteOf(this.#ours);
    if (known) return known;
    const site = chooseSite(await this.#knownSites(), this.#own);
    signIn.keepSite(this.#ours, site);
    return site;
  }

  async #knownSites(): Promise<readonly VendorSite[]> {
    try {
      return (await this.#pages('/sites')).map(({ id, internalReference, name }) => ({
        id: String(id),
        reference: String(internalReference),
        name: String(name),
      }));
    } catch (error) {
      if (!(error instanceof DeviceError) || error.type !== 'adapter_not_found') throw error;
      const rows = await this.sites();
      return rows.map(({ name, desc }) => ({ id: null, reference: String(name), name: String(desc) }));
    }
  }

  async #pages(path: string): Promise<readonly VendorValue[]> {
    const rows: VendorValue[] = [];
    for (let total = 1; rows.length < total && rows.length < MAX_ROWS; ) {
      const page = readPage(
        await this.#integration('GET', `${path}?offset=${rows.length}&limit=${PAGE_LIMIT}`),
      );
      if (page.data.length === 0) break;
      rows.push(...page.data);
      total = page.totalCount;
    }
    return rows;
  }

  #integration(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#integrationShaped(method, `${INTEGRATION}${path}`, body);
  }

  #integrationShaped(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#exchange(async () =>
      readIntegration(await this.#connection.exchange({ method, on: 'application', path, body })),
    );
  }

  #classic(method: string, path: string, body?: unknown): Promise<unknown> {
    return this.#exchange(async () => {
      try {
        return readClassic(await this.#connection.exchange({ method, on: 'application', path, body }));
      } catch (error) {
        // The site went away or was renamed; the next call looks for it anew.
        if (error instanceof DeviceError && error.detail === NO_SITE)
          this.#connection.signIn.forgetSite(this.#ours);
        throw error;
      }
    });
  }

  async #os(method: string, path: string, body?: unknown): Promise<unknown> {
    return readIntegration(await this.#connection.exchange({ method, on: 'console', path, body }));
  }

  #exchange<T>(exchange: () => Promise<T>): Promise<T> {
    return this.#guard(exchange);
  }
}

const objectOf = (value: unknown): VendorValue =>
  typeof value === 'object' && value !== null ? (value as VendorValue) : {};

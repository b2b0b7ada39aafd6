import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AttemptView, ChangeView } from '@patchbay/module-changes/contract';
import {
  type ChangeOperation,
  featureName,
  objectId,
  STAGED_FEATURES,
  type StagedFeature,
  VENDORS,
  type Vendor,
} from '@patchbay/vendor-kit';
import { type Answer, type Harness, type Person, registered } from '../harness/index.ts';
import type { TableRow } from './ledger-book.ts';
import type { LabDevice, Payload, VendorContract, Written } from './samples.ts';

const ROOT = join(import.meta.dirname, '..', '..');

export interface StageBody {
  readonly payload: Payload;
  readonly target_id?: string | undefined;
}

/** An apply, and what the device wrote into its ledger meanwhile. */
export interface Pushed {
  readonly answer: Answer;
  readonly attempt: AttemptView;
  readonly change: ChangeView;
  readonly writes: readonly Written[];
}

/** The features of a vendor as the platform has them, with their rows of the vendor's table. */
export function featuresOf(
  platform: Harness,
  { vendor: id, table }: Pick<VendorContract, 'vendor' | 'table'>,
) {
  const vendor = platform.get(VENDORS.all).values.find((each) => each.id === id);
  if (vendor === undefined) throw new Error(`no vendor ${id}`);
  const staged = platform.get(STAGED_FEATURES.all).values.filter((each) => each.vendor === id);
  const file = table ?? join(ROOT, 'modules', `vendor-${id}`, 'vendor-data', 'features.json');
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as { features: readonly TableRow[] };
  const rows = new Map(features.map((row) => [row.feature, row]));
  return { vendor, rows, features: new Map(staged.map((each) => [featureName(vendor, each.key), each])) };
}

let stands = 0;

/** One simulated device, registered as a controller, and the platform's API in front of it. */
export class Stand {
  readonly device: LabDevice;
  readonly #platform: Harness;
  readonly #as: Person;
  readonly #vendor: Vendor;
  readonly #controller: { readonly id: string; readonly site_id: string };
  /** Ledger entries that belong to an apply. */
  #accounted: number;

  private constructor(
    device: LabDevice,
    platform: Harness,
    as: Person,
    vendor: Vendor,
    controller: { readonly id: string; readonly site_id: string },
  ) {
    this.device = device;
    this.#platform = platform;
    this.#as = as;
    this.#vendor = vendor;
    this.#controller = controller;
    this.#accounted = device.lab.ledger.size;
  }

  static async open(
    t: { teardown(work: () => unknown): unknown },
    platform: Harness,
    contract: Pick<VendorContract, 'vendor' | 'table' | 'start'>,
  ): Promise<Stand> {
    const device = await contract.start();
    t.teardown(() => device.lab.stop());
    const as = await platform.owner();
    stands += 1;
    const name = `stand ${stands}`;
    const site_id = await platform.site(as, name);
    const { endpoint, credential: login } = device;
    const id = await registered(platform, as, { name, site_id, vendor: contract.vendor, endpoint, login });
    const { vendor } = featuresOf(platform, contract);
    return new Stand(device, platform, as, vendor, { id, site_id });
  }

  /** Writes of the device that no apply made. */
  get unaccounted(): number {
    return this.device.lab.ledger.size - this.#accounted;
  }

  call(method: string, path: string, body?: object): Promise<Answer> {
    const more = body === undefined ? {} : { body };
    return this.#platform.call(method, path, { as: this.#as, timeoutMs: 60_000, ...more });
  }

  stage(feature: StagedFeature, operation: ChangeOperation, body: StageBody): Promise<Answer> {
    const path = `${this.#family(feature)}/changes/${feature.key}?operation=${operation}`;
    return this.call('POST', path, body);
  }

  /** Live objects of a feature, as the gateway lists them. */
  async list(feature: StagedFeature): Promise<readonly Payload[]> {
    const answer = await this.call('GET', `${this.#family(feature)}/${feature.key}?per_page=200`);
    if (answer.status !== 200) throw new Error(`${feature.key} is not listed: ${answer.text}`);
    return answer.body.items;
  }

  /** The live object of that id as the gateway lists it, or the only one; undefined where none is listed. */
  async live(feature: StagedFeature, target: string | undefined): Promise<Payload | undefined> {
    const name = featureName(this.#vendor, feature.key);
    const answer = await this.call('GET', `${this.#family(feature)}/${feature.key}?per_page=200`);
    const found: readonly Payload[] = answer.status === 200 ? answer.body.items : [];
    return feature.singleton
      ? found[0]
      : found.find((value) => objectId(this.#vendor, name, value) === target);
  }

  /** Their ids, as `target_id` names them. */
  async listedIds(feature: StagedFeature): Promise<readonly string[]> {
    const name = featureName(this.#vendor, feature.key);
    return (await this.list(feature)).map((value) => objectId(this.#vendor, name, value));
  }

  async apply(id: string, more: object = {}): Promise<Pushed> {
    const { ledger } = this.device.lab;
    const before = ledger.size;
    const answer = await this.call('POST', `/gateway-vpn/changes/${id}/apply`, { force: true, ...more });
    this.#accounted += ledger.size - before;
    const writes = ledger.entries(before);
    if (answer.status === 200) return { answer, ...answer.body, writes };
    const { body: attempts } = await this.call('GET', `/changes/${id}/attempts`);
    const { body: change } = await this.call('GET', `/changes/${id}`);
    return { answer, change, attempt: attempts.items[0], writes };
  }

  /** `/gateway-<area>/{id}/sites/{site}` or `/gateway-<family>-<area>/{id}`. */
  #family({ area }: StagedFeature): string {
    const { routing } = this.#vendor;
    const { id, site_id } = this.#controller;
    return routing.kind === 'site_scoped'
      ? `/gateway-${area}/${id}/sites/${site_id}`
      : `/gateway-${routing.families[0]}-${area}/${id}`;
  }
}

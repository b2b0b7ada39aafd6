import { Service } from '@patchbay/kernel/di';
import type { VendorValue } from '@patchbay/vendor-kit';
import type { UnifiAccess } from '../behaviours/behaviour.ts';
import type { SiteCall } from '../exchange/unifi-client.ts';

/** Reads of one snapshot: several features share a list (`rest/networkconf`, `get/setting`), which is asked for once. */
export class ReadOnce extends Service<{ access: UnifiAccess }> implements UnifiAccess {
  readonly #answers = new Map<string, Promise<unknown>>();
  readonly #pages = new Map<string, Promise<readonly VendorValue[]>>();

  call(call: SiteCall): Promise<unknown> {
    if (call.method !== 'GET') return this.parts.access.call(call);
    const key = `${call.base} ${call.path}`;
    const known = this.#answers.get(key) ?? this.parts.access.call(call);
    this.#answers.set(key, known);
    return known;
  }

  page(path: string): Promise<readonly VendorValue[]> {
    const known = this.#pages.get(path) ?? this.parts.access.page(path);
    this.#pages.set(path, known);
    return known;
  }

  sites(): Promise<readonly VendorValue[]> {
    return this.parts.access.sites();
  }
}

import { Service } from '@patchbay/kernel/di';
import type { HostAccess } from '../exchange/host-access.ts';
import { type PathValues, targetOf } from '../exchange/path-parameters.ts';
import { beforeWriting } from './guests.ts';
import { type ObjectKind, objectIdOf } from './object-kinds.ts';
import { objectsIn } from './objects.ts';

/** Creations after which the host alone knows how the object is called. */
const namedByHost = new Set(['backup.job', 'sdn.subnet', 'ha.resource']);
/** Rules are made at the top of their list. */
const atTop = new Set(['firewall.rule', 'firewall.cluster_rule']);

/** Finds the host's name of a created object: the one that is listed after the creation and was not before. */
export class MadeObject extends Service<{
  access: HostAccess;
  feature: string;
  kind: ObjectKind;
  place: PathValues;
}> {
  #known: ReadonlySet<string> | null = null;

  /** Before the creation; a look that fails leaves the write unsent. */
  async look(): Promise<void> {
    if (!namedByHost.has(this.parts.feature)) return;
    this.#known = await beforeWriting(this.#ids());
  }

  /** `data` is the creation's answer. Null when the name is unknown. */
  async find(values: Readonly<Record<string, unknown>>, data: unknown): Promise<string | null> {
    const { names } = this.parts.kind;
    if (atTop.has(this.parts.feature)) return targetOf(names, { ...values, pos: values['pos'] ?? 0 });
    if (this.parts.feature === 'storage.volume')
      return typeof data === 'string' ? targetOf(names, { ...values, volume: data }) : null;
    if (this.#known === null) return targetOf(names, values);
    const known = this.#known;
    const made = [...(await this.#ids().catch(() => known))].filter((id) => !known.has(id));
    return made.length === 1 ? (made[0] ?? null) : null;
  }

  async #ids(): Promise<ReadonlySet<string>> {
    const values = await objectsIn(this.parts.access, this.parts.kind, this.parts.place);
    return new Set(values.flatMap((value) => objectIdOf(this.parts.feature, value) ?? []));
  }
}

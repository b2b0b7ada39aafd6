import { isIP } from 'node:net';
import { storable } from '@patchbay/kernel/database';
import type { DeviceFacts } from '@patchbay/vendor-kit';
import type { DeviceStatus } from '../../entities/device.ts';
import { valueHash } from '../objects/value-hash.ts';

/** Fields of a device that finding differences needs. */
export interface KnownDevice {
  readonly id: string;
  readonly external_id: string;
  readonly hash: string;
  readonly status: DeviceStatus;
  readonly is_deleted: boolean;
}

export interface SeenDevice extends DeviceFacts {
  readonly hash: string;
}

export interface DeviceDiff {
  readonly created: readonly SeenDevice[];
  /** Known devices whose facts or status differ from what was last read. */
  readonly changed: readonly { readonly id: string; readonly seen: SeenDevice }[];
  readonly unchanged: number;
  /** Known devices that were not read; those of them that were online go offline. */
  readonly missing: readonly KnownDevice[];
}

const MAX_TEXT = 300;
const text = (value: string | null): string | null =>
  value ? storable(value.replace(/\p{Cc}/gu, ' ').slice(0, MAX_TEXT)) : null;
/** Cut first: the cut may leave half of a character. */
const idOf = ({ external_id }: DeviceFacts): string => storable(external_id.slice(0, MAX_TEXT));

/** Facts in the spelling they are kept in: bounded texts, addresses that are addresses. */
function seenDevice(facts: DeviceFacts): SeenDevice {
  const ip = facts.ip?.split('%', 1)[0] ?? null;
  const kept = {
    external_id: idOf(facts),
    name: text(facts.name) ?? idOf(facts),
    kind: text(facts.kind) ?? 'unknown',
    status: facts.status,
    ip: ip !== null && isIP(ip) !== 0 ? ip : null,
    mac: text(facts.mac),
    model: text(facts.model),
    firmware: text(facts.firmware),
    serial: text(facts.serial),
  };
  const { name, kind, mac, model, firmware, serial } = kept;
  return { ...kept, hash: valueHash(JSON.stringify([name, kind, kept.ip, mac, model, firmware, serial])) };
}

/** Compares by hash; a device that a person deleted stays deleted, whatever the controller says. */
export function diffDevices(known: readonly KnownDevice[], facts: readonly DeviceFacts[]): DeviceDiff {
  const seen = new Map(facts.map((each) => [idOf(each), each]));
  const changed: { id: string; seen: SeenDevice }[] = [];
  const missing: KnownDevice[] = [];
  let unchanged = 0;
  for (const device of known) {
    const found = seen.get(device.external_id);
    seen.delete(device.external_id);
    if (device.is_deleted) continue;
    if (found === undefined) {
      missing.push(device);
      continue;
    }
    const now = seenDevice(found);
    if (now.hash === device.hash && now.status === device.status) unchanged += 1;
    else changed.push({ id: device.id, seen: now });
  }
  return { created: [...seen.values()].map(seenDevice), changed, unchanged, missing };
}

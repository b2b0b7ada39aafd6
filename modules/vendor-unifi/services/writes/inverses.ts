import type { ChangeOperation, Done, Inverse, StagedFeature, VendorValue } from '@patchbay/vendor-kit';

type Undo = Pick<StagedFeature, 'inverse' | 'undoCaution'>;

/** Parts that undoing does not put back, by feature and the operation that was applied. */
const cautions: Readonly<Record<string, Readonly<Partial<Record<ChangeOperation, string>>>>> = {
  'system.device': {
    create: 'The device is reset when it is removed again.',
    delete: 'The device was reset; adopting it again takes minutes and brings back none of its own settings.',
  },
  'system.site': { delete: 'The new site is empty: the content of the deleted one is gone.' },
  'hotspot.voucher': {
    create: 'Only the first of the vouchers made together is removed.',
    delete: 'The new voucher has another code.',
  },
};

/** Words that are each other's opposite. */
const opposites: Readonly<Record<string, string>> = {
  'block-sta': 'unblock-sta',
  'unblock-sta': 'block-sta',
  'set-locate': 'unset-locate',
  'unset-locate': 'set-locate',
};

/**
 * Undo of a feature where the usual one (delete the created object, put back the former value) is wrong or
 * incomplete.
 */
export function undoOf(feature: string): Undo {
  const told = cautions[feature];
  const undoCaution = told && { undoCaution: (operation: ChangeOperation) => told[operation] };
  if (feature === 'system.device') return { ...undoCaution, inverse: adoption };
  if (undoCaution) return undoCaution;
  if (feature === 'wifi.client_block' || feature === 'diagnostics.locate')
    return { inverse: oppositeCommand };
  return feature === 'network.dhcp_reservation' ? { inverse: reservation } : {};
}

function oppositeCommand({ operation, payload }: Done): Inverse | null {
  const cmd = opposites[String(payload['cmd'])];
  return cmd === undefined ? null : { operation, target_id: null, payload: { ...payload, cmd } };
}

/** Whether the device counts towards the limit is nothing that can be read; it is asked for again. */
function adoption({ operation, target_id, before }: Done): Inverse | null {
  if (operation === 'create')
    return target_id === null ? null : { operation: 'delete', target_id, payload: {} };
  const macAddress = before?.['macAddress'];
  if (operation !== 'delete' || typeof macAddress !== 'string') return null;
  return { operation: 'create', target_id: null, payload: { macAddress, ignoreDeviceLimit: false } };
}

/** The client stays known when its reservation goes, so it is given back by an update. */
function reservation({ operation, target_id, payload, before }: Done): Inverse | null {
  if (target_id === null) return null;
  if (operation === 'create') return { operation: 'delete', target_id, payload: {} };
  if (operation === 'update' && before === null) return { operation: 'delete', target_id, payload: {} };
  const fields = operation === 'delete' ? ['fixed_ip', 'network_id'] : Object.keys(payload);
  const back = before === null ? {} : pick(before, fields);
  const isWhole = operation === 'delete' || fields.every((field) => Object.hasOwn(back, field));
  return isWhole && Object.keys(back).length > 0
    ? { operation: 'update', target_id, payload: { use_fixedip: true, ...back } }
    : null;
}

const pick = (value: VendorValue, fields: readonly string[]): VendorValue =>
  Object.fromEntries(fields.flatMap((field) => (Object.hasOwn(value, field) ? [[field, value[field]]] : [])));

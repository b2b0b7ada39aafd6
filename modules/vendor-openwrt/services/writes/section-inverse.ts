import type { Done, Inverse, VendorValue } from '@patchbay/vendor-kit';
import type { OpenWrtFeature, SectionPlace } from './features.ts';
import { sameValue } from './same-value.ts';
import { isDeviceSecret } from './secret-fields.ts';
import { optionsOf } from './section-values.ts';
import { readPayload } from './staged-steps.ts';

/** Write that puts a section back as it stood; null when none is known. */
export function sectionInverse(
  { operations }: OpenWrtFeature,
  place: SectionPlace,
  { operation, target_id, payload, before, after, secrets_sent }: Done,
): Inverse | null {
  if (operation === 'create')
    return target_id === null || !operations.includes('delete')
      ? null
      : { operation: 'delete', target_id, payload: {} };
  if (before === null) return null;
  if (operation === 'delete') return madeAgain(operations, place, before);
  const { options } = readPayload(place, payload);
  const sent = Object.keys(options);
  // A caller that knows which secrets were sent names them to the reviewer itself.
  const secret = secrets_sent === undefined ? sent.filter(isDeviceSecret) : [];
  const changed = sent.filter(
    (name) => !isDeviceSecret(name) && !sameValue(before[name], (after ?? options)[name]),
  );
  if (changed.length === 0) return null;
  const back = Object.fromEntries(changed.map((name) => [name, before[name] ?? '']));
  const target = typeof after?.['.id'] === 'string' ? after['.id'] : target_id;
  return {
    operation,
    target_id: place.section === null ? target : target_id,
    payload: back,
    ...cautioned(secret),
  };
}

function madeAgain(
  operations: OpenWrtFeature['operations'],
  place: SectionPlace,
  before: VendorValue,
): Inverse | null {
  if (!operations.includes('create')) return null;
  const named = before['.anonymous'] === false ? { '.name': before['.name'] } : {};
  const typed = place.type.includes('<') ? { '.type': before['.type'] } : {};
  const caution = 'Passwords and keys of the section are not put back, nor is its place among the others.';
  return {
    operation: 'create',
    target_id: null,
    payload: { ...named, ...typed, ...optionsOf(before) },
    caution,
  };
}

const cautioned = (secret: readonly string[]): { readonly caution?: string } =>
  secret.length === 0 ? {} : { caution: `Not put back, since it is not kept: ${secret.join(', ')}.` };

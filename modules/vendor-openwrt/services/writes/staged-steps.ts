import { notSent, type Push, type VendorValue } from '@patchbay/vendor-kit';
import type { CallArguments } from '../exchange/ubus-client.ts';
import type { OpenWrtFeature, SectionPlace } from './features.ts';

/** One call of `uci` that stages something. */
export interface StagedStep {
  readonly method: 'add' | 'set' | 'delete';
  readonly given: CallArguments;
}

interface Payload {
  readonly options: VendorValue;
  readonly name: string | null;
  readonly type: string | null;
}

const text = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null);

/** A payload in either form: options with `.name` beside them, or the arguments `{"name": …, "values": {…}}`. */
export function readPayload(place: SectionPlace, payload: VendorValue): Payload {
  const { values } = payload;
  const isWrapped = typeof values === 'object' && values !== null && !Array.isArray(values);
  const mark = isWrapped ? '' : '.';
  const stem = /^(.+)<interface>$/.exec(place.type)?.[1];
  const carried = stem === undefined ? null : text(payload['interface']);
  const options = isWrapped ? (values as VendorValue) : payload;
  const kept = Object.entries(options).filter(
    ([name]) => !name.startsWith('.') && !(stem !== undefined && name === 'interface'),
  );
  return {
    options: Object.fromEntries(kept),
    name: text(payload[`${mark}name`]),
    type: carried === null ? text(payload[`${mark}type`]) : `${stem}${carried}`,
  };
}

/** A name for a section that was given none: made from the attempt, so that it is found again afterwards. */
export function madeName(type: string, attempt_id: string): string {
  const stem = type
    .replace(/<.*$/, '')
    .replace(/[^A-Za-z0-9]/g, '')
    .slice(0, 5);
  const digits = attempt_id.replace(/[^0-9A-Za-z]/g, '').slice(-8);
  return `${stem}_${digits}`;
}

/** The call that stages a push; `found` is the section as the device names it now. */
export function stagedStep(
  { feature }: Pick<OpenWrtFeature, 'feature'>,
  place: SectionPlace,
  push: Push,
  found: string | null,
): StagedStep {
  const { config } = place;
  const { options, name, type } = readPayload(place, push.payload);
  if (push.operation === 'create') {
    const kind = type ?? place.type;
    if (kind.includes('<')) throw notSent(`${feature} needs the interface it belongs to.`);
    const given = name ?? madeName(place.type, push.attempt_id);
    return {
      method: 'add',
      given: { config, type: kind, name: given, values: { ...place.fixed, ...options } },
    };
  }
  if (found === null) throw notSent('The change names no section.');
  if (push.operation === 'delete') return { method: 'delete', given: { config, section: found } };
  return { method: 'set', given: { config, section: found, values: options } };
}

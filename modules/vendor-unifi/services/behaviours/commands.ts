import {
  AdapterError,
  type ChangeOperation,
  notSent,
  type Push,
  type VendorValue,
} from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import type { UnifiFeature } from '../writes/features.ts';
import { type Behaviour, textOf, type UnifiAccess, uuidOf } from './behaviour.ts';
import { featuresCalling } from './carried-features.ts';

/** A call that does something instead of writing an object. */
export interface CommandRule {
  readonly payload: TSchema;
  /** Keys that are said by the feature itself (`cmd`, `action`), filled in when the payload is silent. */
  readonly said?: Readonly<Record<string, string>>;
  /** The body, where it is not the payload. */
  body?(payload: VendorValue): unknown;
  /** Keys of the payload that are part of the path (`{idx}`). */
  readonly inPath?: Readonly<Record<string, string>>;
  /** Reads what the command should have changed, as fields named like those of the payload. */
  seen?(access: UnifiAccess, push: Push): Promise<CommandEffect>;
}

export interface CommandEffect {
  readonly holds: boolean;
  readonly value: VendorValue | null;
  readonly mismatch?: string;
}

/** Commands have nothing to read before; those whose effect the controller shows are verified. */
export function command(feature: UnifiFeature, rule: CommandRule): Behaviour {
  const call = Object.values(feature.calls)[0];
  if (!call) throw new Error(`${feature.feature} calls nothing`);
  const hasTarget = call.path.includes('{id}');
  const { seen } = rule;
  return {
    singleton: !hasTarget,
    payload: (_operation: ChangeOperation) => rule.payload,
    async apply(access, push) {
      const whole: VendorValue = { ...rule.said, ...push.payload };
      const target_id = hasTarget ? uuidOf(push.target_id) : null;
      const path = filled(call.path, target_id, whole, rule);
      const body = rule.body ? rule.body(whole) : without(whole, Object.values(rule.inPath ?? {}));
      await access.call({ ...call, path, body });
      return { target_id };
    },
    ...(seen ? { verify: (access, push) => seen(access, push) } : {}),
  };
}

/** One call a device; a failure after some of them were reached is an unknown outcome. */
export function manyDevices(
  feature: UnifiFeature,
  all: readonly UnifiFeature[],
  rule: CommandRule,
): Behaviour {
  const call = feature.calls.update;
  if (!call) throw new Error(`${feature.feature} updates nothing`);
  return {
    singleton: true,
    payload: () => rule.payload,
    carries: () => featuresCalling(feature, all, call),
    async apply(access, push) {
      const { deviceIds, ...rest } = push.payload;
      const ids = (Array.isArray(deviceIds) ? deviceIds : []).map((id) => uuidOf(textOf(id)));
      for (const [index, id] of [...new Set(ids)].entries()) {
        const body = { ...rule.said, ...rest };
        const sent = access.call({ ...call, path: call.path.replace('{id}', id), body });
        await (index === 0 ? sent : partly(sent, index));
      }
      return { target_id: null };
    },
  };
}

function filled(
  path: string,
  target_id: string | null,
  payload: VendorValue,
  { inPath = {} }: CommandRule,
): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = name === 'id' ? target_id : payload[inPath[name] ?? ''];
    if (value === null || value === undefined) throw notSent(`The change names no ${name}.`);
    return encodeURIComponent(String(value));
  });
}

const without = (payload: VendorValue, names: readonly string[]): VendorValue =>
  Object.fromEntries(Object.entries(payload).filter(([name]) => !names.includes(name)));

/** Earlier ones were reached, so the outcome cannot be "nothing happened". */
async function partly(sent: Promise<unknown>, done: number): Promise<void> {
  try {
    await sent;
  } catch (error) {
    if (!(error instanceof AdapterError)) throw error;
    const message = `After ${done} devices: ${error.message}`;
    throw new AdapterError(error.type, 'unknown', message, error, error.retry_after_seconds);
  }
}

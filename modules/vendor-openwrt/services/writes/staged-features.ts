import {
  type Applied,
  type ChangeOperation,
  featureTitle,
  type Push,
  payloadPerOperation,
  type StagedFeature,
  tableFacts,
  type VendorValue,
  type Verification,
} from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import { closedSchema } from '../commands/command-payloads.ts';
import type { DeviceCommand } from '../commands/device-commands.ts';
import type { OpenWrtSession } from '../exchange/openwrt-session.ts';
import { FEATURE_PREFIX, type OpenWrtFeature, type SectionPlace } from './features.ts';
import { payloadSchema } from './payload-schema.ts';
import { pushSection, verifySection } from './push-section.ts';
import { isDeviceSecret } from './secret-fields.ts';
import { sectionInverse } from './section-inverse.ts';
import { findSection, shown } from './section-values.ts';
import { risksOf } from './write-risks.ts';

/** Result of an applied command, kept for the attempt. */
interface Answered extends Applied {
  readonly answer?: VendorValue | null;
}

/** Every row of the vendor's table as a staged write. */
export const stagedFeatures = (
  features: readonly OpenWrtFeature[],
  commands: ReadonlyMap<string, DeviceCommand>,
): readonly StagedFeature<OpenWrtSession>[] =>
  features.map((feature) => {
    const { place, name } = feature;
    if (place !== null) return sectionFeature(feature, place);
    const command = commands.get(name);
    if (command === undefined || command.call !== feature.call)
      throw new Error(`${feature.feature} names calls that nothing here makes: ${feature.call}`);
    return commandFeature(feature, command);
  });

const factsOf = (feature: OpenWrtFeature) => ({
  ...tableFacts('openwrt', feature, featureTitle(feature.feature.slice(FEATURE_PREFIX.length))),
  isSecret: isDeviceSecret,
  ...risksOf(feature.name),
});

function sectionFeature(feature: OpenWrtFeature, place: SectionPlace): StagedFeature<OpenWrtSession> {
  return Object.freeze({
    ...factsOf(feature),
    ...(place.section === null ? {} : { singleton: true }),
    // `values` is an envelope; options that it does not name stand as they were.
    keepsInside: true,
    payload: payloadPerOperation((operation) => payloadSchema(place, operation)),
    // The section's own fields move with its neighbours.
    isVolatile: (field: string) => field.startsWith('.'),
    unsetValue: (field: string) => (field === 'values' ? undefined : ''),
    inverse: (done: Parameters<NonNullable<StagedFeature['inverse']>>[0]) =>
      sectionInverse(feature, place, done),
    read: async (session: OpenWrtSession, target_id: string | null) => {
      const target = place.section ?? target_id;
      if (target === null) return null;
      const found = findSection(await session.sections(place.config), place, target);
      return found === undefined ? null : shown(found);
    },
    apply: (session: OpenWrtSession, push: Push) => pushSection(feature, place, session, push),
    verify: (session: OpenWrtSession, push: Push, applied: Applied) =>
      verifySection(place, session, push, applied),
  });
}

function commandFeature(feature: OpenWrtFeature, command: DeviceCommand): StagedFeature<OpenWrtSession> {
  const { check, read } = command;
  const isOneWay = takesDeviceDown.has(feature.name);
  return Object.freeze({
    ...factsOf(feature),
    ...(command.needsTarget ? {} : { singleton: true }),
    payload: (operation: ChangeOperation): TSchema =>
      feature.operations.includes(operation) ? command.payload : closedSchema({}, []),
    ...(read === undefined ? {} : { read: (session: OpenWrtSession) => read(session) }),
    apply: async (session: OpenWrtSession, push: Push): Promise<Answered> => {
      const answer = await command.run(session, push);
      return { target_id: push.target_id, answer, ...(answer === null ? {} : { output: answer }) };
    },
    ...(isOneWay
      ? {}
      : {
          verify: async (session: OpenWrtSession, push: Push, applied: Answered): Promise<Verification> => {
            const seen = (await check?.(session, push)) ?? { holds: true };
            return { ...seen, value: seen.value ?? applied.answer ?? null };
          },
        }),
  });
}

/** After these the device does not answer for minutes. */
const takesDeviceDown = new Set([
  'system.reboot',
  'system.firmware_flash',
  'system.factory_reset',
  'system.config_restore',
]);

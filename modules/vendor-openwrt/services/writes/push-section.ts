import { AdapterError, type Applied, type Push, type Verification } from '@patchbay/vendor-kit';
import { harmless } from '../exchange/failures.ts';
import type { OpenWrtSession } from '../exchange/openwrt-session.ts';
import type { OpenWrtFeature, SectionPlace } from './features.ts';
import { sameValue } from './same-value.ts';
import { findSection, idOf, type Section, shown, textOf } from './section-values.ts';
import { readPayload, stagedStep } from './staged-steps.ts';

/** The part of a session that features of the configuration use. */
export type SectionAccess = Pick<OpenWrtSession, 'sections' | 'write'>;

/** A touched section, as it stood: one without a name is known neither by name nor by content afterwards. */
interface Touched extends Applied {
  readonly place?: number;
  readonly id?: string;
  /** Count of sections with this content. */
  readonly alike?: number;
}

export async function pushSection(
  feature: OpenWrtFeature,
  place: SectionPlace,
  access: SectionAccess,
  push: Push,
): Promise<Touched> {
  const sections = await access.sections(place.config).catch((error) => Promise.reject(harmless(error)));
  const found = push.operation === 'create' ? undefined : targetOf(place, sections, push);
  if (push.operation === 'create') refuseTaken(place, sections, push);
  // The one section of a feature of settings is addressed as the vendor's table has it.
  const section = place.section ?? (found === undefined ? null : textOf(found['.name']));
  const staged = await access.write(stagedStep(feature, place, push, section));
  if (push.operation === 'create') return { target_id: textOf(staged?.['section']) || null };
  const id = found === undefined ? '' : idOf(found);
  const alike = sections.filter((each) => idOf(each) === id).length;
  return { target_id: push.target_id, place: Number(found?.['.index']), id, alike };
}

/** The device would put the options into the section that has the name already. */
function refuseTaken(place: SectionPlace, sections: readonly Section[], { payload }: Push): void {
  const { name } = readPayload(place, payload);
  if (name !== null && sections.some((section) => section['.name'] === name))
    throw new AdapterError('adapter_error', 'refused', `The device has a section ${name} already.`);
}

function targetOf(place: SectionPlace, sections: readonly Section[], { target_id }: Push): Section {
  const target = place.section ?? target_id ?? '';
  const found = findSection(sections, place, target);
  if (found === undefined)
    throw new AdapterError('adapter_not_found', 'refused', 'The device has no such section.');
  return found;
}

/** Reads the file again and compares it with what was sent, secrets included: the device shows them to us. */
export async function verifySection(
  place: SectionPlace,
  access: SectionAccess,
  push: Push,
  applied: Touched,
): Promise<Verification> {
  const sections = await access.sections(place.config);
  if (push.operation === 'delete') return verifyGone(place, sections, push, applied);
  const found = seenAgain(place, sections, push, applied);
  const value = found === undefined ? null : shown(found);
  if (found === undefined) return { holds: false, value, mismatch: 'The section is not there.' };
  const { options } = readPayload(place, push.payload);
  const wanted = push.operation === 'create' ? { ...place.fixed, ...options } : options;
  const wrong = Object.entries(wanted).filter(([name, sent]) => !sameValue(sent, found[name]));
  if (wrong.length === 0) return { holds: true, value };
  return { holds: false, value, mismatch: `Not as sent: ${wrong.map(([name]) => name).join(', ')}.` };
}

function verifyGone(
  place: SectionPlace,
  sections: readonly Section[],
  { target_id }: Push,
  { id, alike = 1 }: Touched,
): Verification {
  const left = sections.filter((each) => idOf(each) === id);
  const found = id === undefined ? findSection(sections, place, target_id ?? '') : left[alike - 1];
  if (found === undefined) return { holds: true, value: null };
  return { holds: false, value: shown(found), mismatch: 'The section is still there.' };
}

function seenAgain(
  place: SectionPlace,
  sections: readonly Section[],
  { operation, target_id }: Push,
  { target_id: made, place: index }: Touched,
): Section | undefined {
  const target = place.section ?? made ?? target_id ?? '';
  const found = findSection(sections, place, target);
  if (operation !== 'update' || found?.['.anonymous'] === false || index === undefined) return found;
  // Known by its content, which has just changed: it kept its place.
  return sections.find((section) => section['.index'] === index) ?? found;
}

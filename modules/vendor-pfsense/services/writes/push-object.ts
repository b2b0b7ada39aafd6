import { type Applied, DeviceError, notSent, type Push } from '@patchbay/vendor-kit';
import type { Row } from '../exchange/api-client.ts';
import { afterWrite } from '../exchange/failures.ts';
import type { FirewallSession } from '../exchange/firewall-session.ts';
import { keyOf, type LiveObject, placeOf } from '../inventory/live-objects.ts';
import { naturalKeys } from '../inventory/natural-keys.ts';
import type { ParentNames } from '../inventory/parent-names.ts';
import { refuseUsedAlias } from './alias-use.ts';
import type { FirewallFeature } from './features.ts';

const noParents: ParentNames = new Map();

/** Makes an object; its parent is named, since a position may have moved since the review. */
export async function createObject(
  session: FirewallSession,
  feature: FirewallFeature,
  path: string,
  { payload }: Push,
): Promise<Applied> {
  const { parent_id, ...fields } = payload;
  const answer = await session.inTurn(async () => {
    const isChild = feature.model.parent !== null;
    const parent = isChild ? { parent_id: await session.parentPosition(feature, String(parent_id)) } : {};
    return session.write('POST', path, { ...parent, ...fields, ...applying(feature) });
  });
  return finish(session, feature, answer);
}

/** Writes over an object that is still the reviewed one. */
export async function updateObject(
  session: FirewallSession,
  feature: FirewallFeature,
  path: string,
  { payload, target_id }: Push,
): Promise<Applied> {
  const answer = await session.inTurn(async () => {
    const target = await provenTarget(session, feature, target_id);
    const body = { ...payload, ...addressed(target), ...applying(feature) };
    const written = await session.write('PATCH', path, body);
    assertSame(feature, target.raw, written, Object.keys(payload));
    return written;
  });
  return finish(session, feature, answer);
}

/** Removes an object that is still the reviewed one. */
export async function deleteObject(
  session: FirewallSession,
  feature: FirewallFeature,
  path: string,
  { target_id }: Push,
): Promise<Applied> {
  await session.inTurn(async () => {
    // Aliases go by their names.
    if (feature.model.name === 'FirewallAlias') await refuseUsedAlias(session, target_id ?? '');
    const target = await provenTarget(session, feature, target_id);
    const query = { ...texts(addressed(target)), ...texts(applying(feature)) };
    assertSame(feature, target.raw, await session.write('DELETE', path, {}, query), []);
  });
  await committed(session, feature);
  return { target_id };
}

/** Carries a write into effect; a failure here leaves it saved and perhaps not in effect. */
export async function committed(
  session: FirewallSession,
  { applyPath, model }: FirewallFeature,
): Promise<void> {
  if (applyPath === null) return;
  try {
    await session.commit(applyPath, model.subsystem);
  } catch (error) {
    throw afterWrite(error, 'saved, but perhaps not in effect');
  }
}

export const applying = ({ appliesInCall }: FirewallFeature): Row => (appliesInCall ? { apply: true } : {});

type Proven = LiveObject & { readonly raw: Row };

/**
 * Finds the object by its name and reads its position once more right before writing: a deletion in the meantime
 * moves all that follow.
 */
async function provenTarget(
  session: FirewallSession,
  feature: FirewallFeature,
  target_id: string | null,
): Promise<Proven> {
  if (target_id === null) throw notSent('The change names no object.');
  const found = await session.find(feature, target_id);
  if (found === null) throw notSent(`There is no ${target_id}.`, 'adapter_not_found');
  const raw = await session.at(feature, found);
  if (!isSame(session.shown(feature, raw), found.value))
    throw notSent(`${target_id} is moving on the firewall.`, 'adapter_not_found');
  return { ...found, raw };
}

/** Parents are compared by the position they were addressed with. */
const isSame = (one: Row, other: Row): boolean => comparable(one) === comparable(other);

const comparable = ({ parent_id, target_id, ...fields }: Row): string =>
  JSON.stringify(Object.entries(fields).sort(([left], [right]) => (left < right ? -1 : 1)));

/** The answer shows what was written over: another object means that the list moved under the write. */
function assertSame({ model }: FirewallFeature, before: Row, after: Row, written: readonly string[]): void {
  if (Object.keys(after).length === 0) return;
  const naming = model.id_type === 'string' ? ['id'] : (naturalKeys[model.name] ?? []);
  const kept = naming.filter((name) => !written.includes(name));
  if (kept.every((name) => JSON.stringify(before[name]) === JSON.stringify(after[name]))) return;
  throw new DeviceError({
    type: 'adapter_error',
    outcome: 'unknown',
    message: 'the firewall answered with another object than the one that was meant',
  });
}

const addressed = ({ position, parent }: LiveObject): Row => ({
  id: position,
  ...(parent === null ? {} : { parent_id: parent }),
});

const texts = (fields: Row): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));

/** In effect, and under the name that the next reading will give it. */
async function finish(session: FirewallSession, feature: FirewallFeature, answer: Row): Promise<Applied> {
  await committed(session, feature);
  return { target_id: await nameOf(session, feature, answer) };
}

/** The write has happened: if the object cannot be found in the list, the plain name is the best there is. */
async function nameOf(
  session: FirewallSession,
  feature: FirewallFeature,
  answer: Row,
): Promise<string | null> {
  const plain = keyOf(feature.model, answer, noParents);
  const { position } = placeOf(answer);
  const shown = session.shown(feature, answer);
  try {
    const alike = (await session.objects(feature)).filter(({ value }) => isSame(value, shown));
    const found = alike.find((each) => each.position === position) ?? alike[0];
    return found?.target_id ?? (plain || null);
  } catch {
    return plain || null;
  }
}

import type { Done, Inverse, VendorValue } from '@patchbay/vendor-kit';
import { type FieldTree, isGroup } from '../inventory/models.ts';
import { keyOf } from '../inventory/objects.ts';
import { fieldsIn } from './envelope.ts';
import type { FirewallFeature } from './features.ts';
import { isFirewallSecret } from './secret-fields.ts';

const WITHOUT_SECRETS = 'Secrets of the object are not known and are not put back.';

/** Write that undoes a change; null where there is none, as for commands and jobs. */
export function inverseOf(feature: FirewallFeature, done: Done): Inverse | null {
  const { kind } = feature;
  if (kind === 'table_entry') return inverseOfEntry(done);
  if (kind === 'settings') return restored(feature, done);
  if (kind !== 'object') return null;
  if (done.operation === 'create') return { operation: 'delete', target_id: done.target_id, payload: {} };
  return done.operation === 'update' ? restored(feature, done) : remade(feature, done);
}

function inverseOfEntry({ operation, target_id }: Done): Inverse | null {
  const [alias = '', ...rest] = (target_id ?? '').split('/');
  if (operation === 'create') return { operation: 'delete', target_id, payload: {} };
  return rest.length === 0
    ? null
    : { operation: 'create', target_id: null, payload: { alias, address: rest.join('/') } };
}

/** The fields that were sent, as they were before. */
function restored({ model }: FirewallFeature, { target_id, payload, before }: Done): Inverse | null {
  if (model === null || before === null) return null;
  const sent = fieldsIn(model.envelope, payload);
  const former = formerFields(model.fields, sent, before);
  if (Object.keys(former).length === 0) return null;
  const isPartial = Object.keys(sent).some(isFirewallSecret);
  return {
    operation: 'update',
    target_id,
    payload: former,
    ...(isPartial ? { caution: WITHOUT_SECRETS } : {}),
  };
}

function formerFields(fields: FieldTree, sent: VendorValue, before: VendorValue): VendorValue {
  const former: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(sent)) {
    const node = fields[name];
    if (node === undefined || isFirewallSecret(name)) continue;
    if (isGroup(node))
      former[name] = formerFields(
        node.fields,
        Object(value) as VendorValue,
        Object(before[name]) as VendorValue,
      );
    else former[name] = before[name] ?? '';
  }
  return former;
}

/** The object anew; it gets another id. */
function remade({ model, operations }: FirewallFeature, { before }: Done): Inverse | null {
  if (model === null || before === null || !operations.includes('create')) return null;
  // An object that needs a secret cannot be made again without it.
  const isLost = Object.entries(model.fields).some(
    ([name, node]) => !isGroup(node) && node.required === true && isFirewallSecret(name),
  );
  if (isLost) return null;
  const { [keyOf(model)]: _id, ...kept } = before;
  const hasSecrets = Object.keys(model.fields).some(isFirewallSecret);
  return {
    operation: 'create',
    target_id: null,
    payload: filled(kept),
    caution: `The object gets another id.${hasSecrets ? ` ${WITHOUT_SECRETS}` : ''}`,
  };
}

/** Without what was unset: an empty text is no value for a field that must have one. */
const filled = (value: VendorValue): VendorValue =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => {
      if (field === '') return [];
      return [[name, typeof field === 'object' && field !== null ? filled(field as VendorValue) : field]];
    }),
  );

/** Empty text clears a field, `0` a truth value; a field that must have a value cannot be cleared. */
export function unsetValue({ model }: FirewallFeature, field: string): unknown {
  const node = model?.fields[field];
  if (node === undefined || isGroup(node) || node.required || node.reported) return undefined;
  return node.type === 'BooleanField' ? '0' : '';
}

import { defineEvent } from '@patchbay/kernel/events';
import type { Access } from '@patchbay/kernel/permissions';
import type { StagedFeature } from '@patchbay/vendor-kit';
import Type, { type TProperties } from 'typebox';

/** Title, description and right of the operations that a test makes up. */
export const pretendedOperation = {
  title: 'Pretended',
  description: 'Pretended.',
  permission: 'controller:read',
};

/** An event of a module that is not there; its category is the first word of its type. */
export const pretendedEvent = <P extends TProperties>(
  type: string,
  payload: P,
  {
    produces = [],
    access = { role: 'viewer' },
  }: { readonly produces?: readonly string[]; readonly access?: Access } = {},
) =>
  defineEvent({
    type,
    title: type,
    description: 'Pretended.',
    category: type.split('.')[0] ?? type,
    access,
    produces,
    payload: Type.Object(payload),
  });

/** A setting of no vendor, which is staged and applied like any other. */
export const pretendedSetting: StagedFeature<null> = {
  key: 'pretended.set',
  title: 'Set',
  vendor: null,
  area: 'pretended',
  operations: ['update'],
  permission: 'controller:write',
  risk: 'normal',
  singleton: true,
  payload: () => Type.Object({ name: Type.String() }, { additionalProperties: false }),
  apply: async () => ({ target_id: null }),
};

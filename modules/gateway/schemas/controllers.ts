import { pageSchema } from '@patchbay/kernel/database';
import { namedBy } from '@patchbay/kernel/http';
import { Nullable } from '@patchbay/kernel/schema';
import { AttemptSchema, ChangeSchema } from '@patchbay/module-changes/contract';
import { VENDORS, type VendorValue } from '@patchbay/vendor-kit';
import Type from 'typebox';
import { familyNames } from '../services/families.ts';

const closed = { additionalProperties: false };

const FamilyName = Type.String({
  maxLength: 100,
  description:
    '`<area>` of the site-scoped family (`gateway-vpn`), or `<vendor>-<area>` (`gateway-routeros-firewall`)',
});
const FeatureName = Type.String({
  maxLength: 200,
  description:
    'feature key (`routeros.firewall.filter`), or the key without its vendor prefix (`firewall.filter`)',
});

/** The families of a path form, for the API document. */
export const atController = namedBy(VENDORS, 'family', familyNames('controller_scoped'));
export const atSite = namedBy(VENDORS, 'family', familyNames('site_scoped'));

export const placeParams = { family: FamilyName };
export const featureParams = { ...placeParams, feature: FeatureName };

export const OperationQuery = Type.Object({ operation: Type.Enum(['create', 'update', 'delete']) }, closed);

export const StageInput = Type.Object(
  {
    payload: Type.Unsafe<VendorValue>(Type.Object({}, { additionalProperties: true, maxProperties: 500 })),
    notes: Type.Optional(Type.String({ maxLength: 4_000 })),
    target_id: Type.Optional(Type.String({ minLength: 1, maxLength: 300 })),
  },
  closed,
);

const listing = {
  status: Type.Optional(Type.Enum(['pending', 'applied', 'discarded'])),
  page: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 1 }),
  per_page: Type.Integer({ minimum: 1, maximum: 200, default: 200 }),
};
export const ChangesQuery = Type.Object(listing, closed);
export const ByGatewayQuery = Type.Object({ vendor: Type.String({ maxLength: 100 }), ...listing }, closed);
export const LiveQuery = Type.Object(
  {
    page: listing.page,
    per_page: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
    search: Type.Optional(Type.String({ maxLength: 200 })),
  },
  closed,
);

/** `force` is judged by the applier, after permission and before state (DECISIONS 20). */
export const ApplyBody = Type.Object(
  {
    force: Type.Optional(Type.Unknown()),
    accept_stale: Type.Optional(Type.Boolean()),
    acknowledge_unknown: Type.Optional(Type.Boolean()),
    confirm_within_seconds: Type.Optional(
      Type.Integer({
        minimum: 10,
        maximum: 3_600,
        description:
          'the change is taken back unless `POST /changes/{id}/confirm` follows in time; the attempt is `awaiting_confirmation` until then',
      }),
    ),
  },
  closed,
);
export const DiscardQuery = Type.Object({ force: Type.Boolean({ default: false }) }, closed);

export const ChangesReply = Type.Array(ChangeSchema);
export const ApplyReply = Type.Object({ change: ChangeSchema, attempt: AttemptSchema });

const LiveValue = Type.Unsafe<VendorValue>(Type.Object({}, { additionalProperties: true }));
export const LiveReply = Type.Object({
  ...pageSchema(LiveValue).properties,
  target_ids: Type.Array(Nullable(Type.String()), {
    description: 'the `target_id` of each item; null where a feature has one object only',
  }),
});

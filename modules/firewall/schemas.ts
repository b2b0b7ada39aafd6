import { pageQuerySchema, pageSchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import { UnreadableReply } from '@patchbay/module-gateway/contract';
import Type from 'typebox';

const Text = Nullable(Type.String());
const Texts = Nullable(Type.Array(Type.String()));

const scope = {
  controller_id: Type.Optional(Type.String({ format: 'uuid' })),
  vendor: Type.Optional(Type.String({ maxLength: 50 })),
};
const enabled = Type.Optional(Type.Boolean());
const Action = Type.Enum(['accept', 'drop', 'reject', 'other']);
const NatKind = Type.Enum(['source', 'destination', 'one_to_one']);
const Severity = Type.Enum(['low', 'medium', 'high', 'unknown']);

export const RuleQuery = pageQuerySchema({
  sort: ['controller_name', 'name', 'chain', 'position', 'action'],
  extra: { ...scope, enabled, action: Type.Optional(Action) },
});
export const NatQuery = pageQuerySchema({
  sort: ['controller_name', 'name', 'kind', 'position'],
  extra: { ...scope, enabled, kind: Type.Optional(NatKind) },
});

const place = {
  controller_id: Type.String(),
  controller_name: Type.String(),
  site_id: Type.String(),
  vendor: Type.String(),
};

/** Null is any. */
const Addresses = Nullable(
  Type.Object({
    negated: Type.Boolean(),
    networks: Type.Array(Type.String()),
    names: Type.Array(Type.String()),
  }),
);

const told = {
  ...place,
  feature: Type.String(),
  target_id: Type.String(),
  name: Type.String(),
  position: Type.Integer(),
  enabled: Type.Boolean(),
  protocols: Texts,
  source: Addresses,
  destination: Addresses,
  destination_ports: Texts,
};

export const RulesReply = pageSchema(
  Type.Object({
    ...told,
    chain: Type.String(),
    action: Action,
    decides: Type.Boolean(),
    family: Type.Enum(['ipv4', 'ipv6', 'any']),
    in_interfaces: Texts,
    out_interfaces: Texts,
    source_ports: Texts,
    conditions: Type.Array(Type.String()),
    logged: Type.Boolean(),
  }),
);

export const NatReply = pageSchema(
  Type.Object({ ...told, kind: NatKind, interfaces: Texts, translated_to: Text, translated_ports: Text }),
);

const FindingKind = Type.Enum(['shadowed', 'duplicate', 'unused', 'any_any', 'disabled', 'never_matches']);
const FindingSeverity = Type.Enum(['low', 'medium', 'high']);

export const HygieneQuery = pageQuerySchema({
  sort: [],
  extra: {
    ...scope,
    kind: Type.Optional(FindingKind),
    severity: Type.Optional(FindingSeverity),
    live: Type.Optional(
      Type.Boolean({
        description: 'read the rules and their counters from the device; needs `controller_id`',
      }),
    ),
  },
});

const Named = Type.Object({
  feature: Type.String(),
  target_id: Type.String(),
  name: Type.String(),
  chain: Type.String(),
  position: Type.Integer(),
  action: Action,
});
const Count = Type.Integer();

export const HygieneReply = Type.Object({
  ...pageSchema(
    Type.Object({
      ...place,
      kind: FindingKind,
      severity: FindingSeverity,
      reason: Type.String(),
      rule: Named,
      /** The rule that makes it so, where one does. */
      by: Nullable(Named),
    }),
  ).properties,
  /** These three are absent for a site that is not the caller's to see: of it there is only an empty page. */
  counts: Type.Optional(
    Type.Object({
      shadowed: Count,
      duplicate: Count,
      unused: Count,
      any_any: Count,
      disabled: Count,
      never_matches: Count,
    }),
  ),
  judged: Type.Optional(Type.Object({ controllers: Count, rules: Count })),
  not_judged: Type.Optional(Type.Array(UnreadableReply)),
});

export const AlertQuery = pageQuerySchema({
  sort: [],
  extra: { ...scope, severity: Type.Optional(Severity) },
});

export const AlertsReply = Type.Object({
  ...pageSchema(
    Type.Object({
      ...place,
      id: Type.String(),
      occurred_at: Text,
      severity: Severity,
      category: Type.String(),
      message: Type.String(),
      action: Text,
      source: Text,
      destination: Text,
      protocol: Text,
    }),
  ).properties,
  /** Absent for a site that is not the caller's to see. */
  unreadable: Type.Optional(Type.Array(UnreadableReply)),
});

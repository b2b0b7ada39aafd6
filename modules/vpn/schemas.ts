import { pageQuerySchema } from '@patchbay/kernel/database';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';

const Text = Nullable(Type.String());
const Texts = Type.Array(Type.String());

const Protocol = Type.Enum(['wireguard', 'ipsec', 'openvpn', 'l2tp', 'gre', 'other']);
const Role = Type.Enum(['site_to_site', 'server', 'client', 'peer']);
const Status = Type.Enum(['up', 'down', 'disabled', 'unknown']);

export const TunnelQuery = pageQuerySchema({
  sort: ['name', 'protocol', 'status', 'controller_name', 'vendor'],
  extra: {
    controller_id: Type.Optional(Type.String({ format: 'uuid' })),
    vendor: Type.Optional(Type.String({ maxLength: 50 })),
    protocol: Type.Optional(Protocol),
    status: Type.Optional(Status),
    role: Type.Optional(Role),
  },
});

export const TunnelReply = Type.Object({
  id: Type.String(),
  name: Type.String(),
  protocol: Protocol,
  role: Role,
  status: Status,
  enabled: Type.Boolean(),
  site_id: Type.String(),
  controller_id: Type.String(),
  controller_name: Type.String(),
  vendor: Type.String(),
  feature: Type.String(),
  target_id: Type.String(),
  local: Text,
  remote: Text,
  local_networks: Texts,
  remote_networks: Texts,
  peers: Type.Integer(),
  read_at: Text,
  gap: Text,
});

import { route } from '@patchbay/kernel/http';
import { Nullable } from '@patchbay/kernel/schema';
import Type from 'typebox';
import { PlatformWriteGate } from '../services/platform-write-gate.ts';

const GateStateSchema = Type.Object({
  read_only: Type.Boolean(),
  source: Type.Enum(['override', 'environment', 'default', 'fallback']),
});

const deps = { gate: PlatformWriteGate };

export const getReadOnly = route({
  id: 'system.get_read_only',
  method: 'GET',
  path: '/system/read-only',
  summary: 'Get whether staged writes may reach devices, and the source of the setting',
  access: { permission: 'settings:read' },
  reply: GateStateSchema,
  deps,
  handle: ({ deps: { gate } }) => gate.state(),
});

export const setReadOnly = route({
  id: 'system.set_read_only',
  method: 'PUT',
  path: '/system/read-only',
  summary: 'Close or open the write gate for the whole platform; null removes the override',
  access: { role: 'super_admin' },
  body: Type.Object({ read_only: Nullable(Type.Boolean()) }),
  reply: GateStateSchema,
  deps,
  handle: ({ body, principal, deps: { gate } }) => gate.override(principal, body.read_only),
});

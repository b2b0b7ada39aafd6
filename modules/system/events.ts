import { defineEvent } from '@patchbay/kernel/events';
import { Nullable, NullableText } from '@patchbay/kernel/schema';
import Type from 'typebox';

const access = { role: 'super_admin' } as const;
const actor_id = NullableText;

export const writeGateChanged = defineEvent({
  type: 'system.write_gate.changed',
  title: 'Write gate changed',
  description: 'The override of the write gate was set or removed; `read_only` is the state from now on.',
  category: 'system',
  priority: 'high',
  access,
  payload: Type.Object({
    override: Nullable(Type.Boolean()),
    read_only: Type.Boolean(),
    source: Type.String(),
    actor_id,
  }),
});

export const moduleSwitched = defineEvent({
  type: 'system.module.switched',
  title: 'Module switched',
  description: 'A module was switched on or off for the whole platform.',
  category: 'system',
  priority: 'high',
  access,
  payload: Type.Object({ module_id: Type.String(), enabled: Type.Boolean(), actor_id }),
});

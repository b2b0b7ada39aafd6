import { writeOperation } from '@patchbay/kernel/fabric';
import Type, { type TProperties } from 'typebox';

const closed = { additionalProperties: false };

const Flag = Type.Optional(Type.Boolean());
const Timeout = Type.Optional(Type.Integer({ minimum: 0, maximum: 86_400, description: 'seconds' }));

interface PowerVerb {
  readonly verb: 'start' | 'stop' | 'shutdown' | 'reboot';
  readonly title: string;
  readonly does: string;
  readonly input?: TProperties;
}

/** SPEC 4.5. `target_id` is the number of the machine; the hypervisor's own feature judges the rest when it is staged. */
const power = ({ verb, title, does, input = {} }: PowerVerb) =>
  writeOperation({
    id: `hypervisor.vm.${verb}`,
    title,
    description: `Stages ${does} the virtual machine whose number is target_id.`,
    input: Type.Object({ timeout: Timeout, ...input }, closed),
    permission: 'hypervisor.manage_vms',
    feature: `vmhost.vm.${verb}`,
    operation: 'update',
  });

const snapshot = writeOperation({
  id: 'hypervisor.vm.snapshot',
  title: 'Snapshot a virtual machine',
  description: 'Stages a snapshot of the virtual machine whose number is vmid.',
  input: Type.Object(
    {
      vmid: Type.Union([
        Type.Integer({ minimum: 100, maximum: 999_999_999 }),
        Type.String({ pattern: '^[0-9]{3,9}$' }),
      ]),
      snapname: Type.String({ minLength: 2, maxLength: 40, pattern: '^[a-zA-Z][a-zA-Z0-9_-]+$' }),
      description: Type.Optional(Type.String({ maxLength: 65_536 })),
      vmstate: Flag,
      node: Type.Optional(Type.String({ maxLength: 1_024 })),
    },
    closed,
  ),
  permission: 'hypervisor.manage_snapshots',
  feature: 'vmhost.snapshot.create',
  operation: 'create',
});

export const hypervisorOperations = [
  snapshot,
  power({ verb: 'start', title: 'Start a virtual machine', does: 'starting' }),
  power({ verb: 'stop', title: 'Stop a virtual machine', does: 'switching off' }),
  power({
    verb: 'shutdown',
    title: 'Shut a virtual machine down',
    does: 'an orderly shutdown of',
    input: { forceStop: Flag },
  }),
  power({ verb: 'reboot', title: 'Reboot a virtual machine', does: 'a reboot of' }),
];

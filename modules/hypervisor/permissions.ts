import { definePermission } from '@patchbay/kernel/permissions';

export const hypervisorPermissions = [
  definePermission({ id: 'hypervisor.view', title: 'See virtual machines', lowest: 'viewer' }),
  definePermission({ id: 'hypervisor.manage_vms', title: 'Manage virtual machines', lowest: 'operator' }),
  definePermission({ id: 'hypervisor.manage_snapshots', title: 'Manage snapshots', lowest: 'operator' }),
];

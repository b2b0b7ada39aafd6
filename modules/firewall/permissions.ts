import { definePermission } from '@patchbay/kernel/permissions';

export const firewallPermissions = [
  definePermission({ id: 'firewall.view_rules', title: 'See firewall rules', lowest: 'viewer' }),
  definePermission({ id: 'firewall.view_logs', title: 'See firewall logs', lowest: 'viewer' }),
];

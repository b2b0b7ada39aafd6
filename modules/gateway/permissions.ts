import { definePermission } from '@patchbay/kernel/permissions';

export const gatewayPermissions = [
  definePermission({ id: 'network:read', title: 'See live network objects', lowest: 'viewer' }),
  definePermission({ id: 'network:write', title: 'Stage and apply network changes', lowest: 'operator' }),
  definePermission({ id: 'vpn:read', title: 'See VPN objects', lowest: 'viewer' }),
  definePermission({ id: 'vpn:write', title: 'Stage and apply VPN changes', lowest: 'operator' }),
  definePermission({ id: 'firewall:write', title: 'Stage and apply firewall changes', lowest: 'operator' }),
  definePermission({
    id: 'hypervisor:write',
    title: 'Stage and apply hypervisor changes',
    lowest: 'operator',
  }),
];

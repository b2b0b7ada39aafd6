import type { RoleName } from '@patchbay/kernel/permissions';

/** The lowest role of each permission that the role map names; each role holds those below it too. */
const BY_ROLE: Readonly<Partial<Record<RoleName, string>>> = {
  viewer: `device:read alert:read controller:read vpn:read analytics:read audit:read network:read site:read cameras.view
    network.view voip.view storage.view firewall.view_logs firewall.view_rules hypervisor.view backups.view
    collector.logs.read collector.flows.read automation.rules.read`,
  operator: `device:write network:write vpn:write firewall:write hypervisor:write alert:write discovery:run storage.write
    cameras.manage voip.manage_phones firewall.manage_rules hypervisor.manage_vms hypervisor.manage_snapshots backups.run`,
  site_admin: 'controller:write discovery:write settings:read agent:read agent:write',
  admin: 'settings:write webhook:write automation:write',
  org_admin: 'user:read user:write role:write site:write event:write api_key:admin ai.admin',
};

export const LOWEST_ROLES: ReadonlyMap<string, RoleName> = new Map(
  Object.entries(BY_ROLE).flatMap(([role, ids]) =>
    ids.split(/\s+/).map((id) => [id, role as RoleName] as const),
  ),
);

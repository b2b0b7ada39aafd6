import { DATABASE } from '@patchbay/kernel/database';
import { systemPrincipal } from '@patchbay/kernel/permissions';
import { TENANTS } from '@patchbay/module-identity/contract';
import { command, EXIT } from '@patchbay/operator';
import Type from 'typebox';
import { AUDIT_CHAIN } from '../contract.ts';
import { organizationOf } from '../services/organization-of.ts';

export const acceptCommand = command({
  name: 'audit accept',
  summary: "take an organization's audit chain as it is, after a restore",
  description: `A restored database ends before the checkpoint that is kept outside of it, so its chain counts as truncated.
This writes a record of the acceptance and replaces the checkpoint in AUDIT_CHECKPOINT_DIR. Run it on every machine
that keeps such a folder.`,
  needs: 'platform',
  options: [
    {
      name: 'organization',
      value: 'slug',
      required: true,
      summary: 'whose chain',
      schema: Type.String({ minLength: 1, maxLength: 63 }),
    },
  ],
  deps: { chain: AUDIT_CHAIN, database: DATABASE, tenants: TENANTS },
  run: async ({ options, deps: { chain, database, tenants }, print }) => {
    const organization_id = await organizationOf(tenants, options.organization);
    await database.write(systemPrincipal(organization_id), async (work) =>
      work.audit.record({ action: 'audit.accept', target_type: 'organization', target_id: organization_id }),
    );
    await chain.acceptChain(organization_id);
    print(`The audit chain of ${options.organization} is taken as it is.`);
    return EXIT.ok;
  },
});

/** MikroORM filters of a tenant entity: convenience above row-level security, which is the lock. */
export const tenantFilter = {
  tenant: {
    name: 'tenant',
    cond: (parameters: Record<string, unknown>) => ({ organization_id: parameters['organization_id'] }),
    default: true,
  },
};

/** Adds that deleted rows are not seen. */
export const softDeleteFilters = {
  ...tenantFilter,
  live: { name: 'live', cond: { deleted_at: null }, default: true },
};

/**
 * Every table by name. The list of a module's tables adds them:
 * `declare module '@patchbay/kernel/database' { interface Tables extends TablesOf<typeof entities> {} }`.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging beside the lists
export interface Tables {}

/** Every table by name. Entities add theirs: `declare module '@patchbay/kernel/database' { interface Tables { … } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by declaration merging in entity files
export interface Tables {}

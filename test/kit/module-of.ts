import { type DiscoveredModule, defineModule, type ModuleDeclaration } from '@patchbay/kernel/modules';

type Parts = Omit<ModuleDeclaration, 'status' | 'prefixes'> & Partial<Pick<ModuleDeclaration, 'prefixes'>>;

/** A module that a test brings along, as if discovered in that file. */
export const moduleOf = (file: string, parts: Parts): DiscoveredModule => ({
  file,
  declaration: defineModule({ status: 'available', prefixes: [], ...parts }),
});

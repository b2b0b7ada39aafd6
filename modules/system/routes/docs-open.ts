import type { KernelConfig } from '@patchbay/kernel/config';
import { notFound } from '@patchbay/kernel/errors';

/** Documents are for developers; production answers as if they did not exist (SPEC 9). */
export function assertDocsOpen({ ENABLE_DOCS, ENVIRONMENT }: KernelConfig): void {
  if (!ENABLE_DOCS || ENVIRONMENT === 'production') throw notFound();
}

/** Made by the build: pages and contributions of every installed module (`pages-plugin.ts`). */
declare module 'virtual:patchbay-pages' {
  import type { ModulePages } from '@patchbay/console-kit/page';

  export const modules: readonly ModulePages[];
}

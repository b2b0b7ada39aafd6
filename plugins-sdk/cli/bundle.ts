import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';

/** Inside the sandbox the kit is one global function; everything else an author imports is bundled. */
const kit: Plugin = {
  name: 'patchbay-kit',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@patchbay\/plugins-sdk$/ }, () => ({ path: 'kit', namespace: 'patchbay-kit' }));
    onLoad({ filter: /^kit$/, namespace: 'patchbay-kit' }, () => ({
      contents: 'export const definePlugin = globalThis.definePlugin;',
    }));
  },
};

/**
 * One script from an entry file and all it imports, JavaScript or TypeScript. Throws with the compiler's
 * message, file and line. Modules of Node are not there in the sandbox, so importing one is an error here.
 */
export async function bundlePlugin(folder: string, entry: string): Promise<string> {
  const result = await build({
    absWorkingDir: folder,
    entryPoints: [join(folder, entry)],
    bundle: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    target: 'es2023',
    charset: 'utf8',
    logLevel: 'silent',
    plugins: [kit],
  });
  return result.outputFiles[0]?.text ?? '';
}

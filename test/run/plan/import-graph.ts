import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** `import … from`, `export … from`, `import()` and `new URL()` of a path; what is only a type is not loaded. */
const NAMED =
  /^(?:import|export)\s(?!type\s)[^'"]*?from\s+'([^']+)'|^import\s+'([^']+)'|\bimport\('([^']+)'\)|new URL\(\s*'(\.[^']+)'/gm;

/** Which file of the repository loads which others. Paths are relative to the root. */
export class ImportGraph {
  readonly #root: string;
  readonly #entries = new Map<string, Readonly<Record<string, string>>>();
  readonly #loads = new Map<string, readonly string[]>();

  constructor(root: string) {
    this.#root = root;
    for (const file of globSync(
      '{kernel,plugins-sdk,sandbox,test,test/lab,modules/*,modules/console/kit}/package.json',
      {
        cwd: root,
      },
    ))
      this.#addPackage(file);
  }

  /** The files that this one names in an import. */
  loadsOf(file: string): readonly string[] {
    let found = this.#loads.get(file);
    if (found === undefined) {
      found = this.#read(file);
      this.#loads.set(file, found);
    }
    return found;
  }

  /** Every file that is loaded with these, themselves included. */
  closureOf(starts: readonly string[]): ReadonlySet<string> {
    const reached = new Set(starts);
    for (const file of reached) for (const next of this.loadsOf(file)) reached.add(next);
    return reached;
  }

  #read(file: string): readonly string[] {
    const path = join(this.#root, file);
    if (!/\.[cm]?[jt]sx?$/.test(file) || !existsSync(path)) return [];
    const specifiers = [...readFileSync(path, 'utf8').matchAll(NAMED)].map((match) =>
      match.slice(1).find(Boolean),
    );
    return [...new Set(specifiers.flatMap((specifier) => this.#resolve(file, specifier ?? '')))];
  }

  #resolve(from: string, specifier: string): readonly string[] {
    if (specifier.startsWith('.')) return [posix.join(dirname(from), specifier)];
    const [scope, name, ...rest] = specifier.split('/');
    const entry = this.#entries.get(`${scope}/${name}`)?.[rest.length > 0 ? `./${rest.join('/')}` : '.'];
    return entry === undefined ? [] : [entry];
  }

  #addPackage(file: string): void {
    const { name, exports = {} } = JSON.parse(readFileSync(join(this.#root, file), 'utf8')) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, string>>;
    };
    const entries = Object.entries(exports).map(([key, path]) => [key, posix.join(dirname(file), path)]);
    this.#entries.set(name, Object.fromEntries(entries));
  }
}

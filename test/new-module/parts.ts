/** What a module may be given beside its rows. */
export const PARTS = ['site', 'operation', 'job', 'listener', 'event'] as const;
export type Part = (typeof PARTS)[number];

const WHOLE_FILE = /^\/\/ only: ([a-z|]+)\n/;
const ONLY = /^(.*?)\s*\/\/ only: ([a-z|]+)$/;
const WITHOUT = /^(\s*)\/\/ without ([a-z|]+): (.*)$/;
const BLOCK = /^ *\/\/ (only|without) ([a-z|]+) \{\n(.*?)^ *\/\/ \}\n/gms;

type Has = (names: string | undefined) => boolean;

/**
 * Leaves of a text of the template what belongs to a module with these parts; null where the whole file does not. A line
 * that ends with `// only: site` belongs to modules with that part, and one that begins with `// without site: ` to all
 * others; `site|job` means either. Several lines stand between `// only site {` and `// }`. The template itself is
 * thereby code with every part, and checked as code.
 */
export function withParts(text: string, parts: ReadonlySet<Part>): string | null {
  const has: Has = (names = '') => names.split('|').some((name) => parts.has(partNamed(name)));
  const whole = WHOLE_FILE.exec(text);
  if (whole && !has(whole[1])) return null;
  return text
    .replace(WHOLE_FILE, '')
    .replace(BLOCK, (_, sense, names, lines) => (has(names) === (sense === 'only') ? lines : ''))
    .split('\n')
    .flatMap((line) => lineWith(line, has))
    .join('\n');
}

function lineWith(line: string, has: Has): readonly string[] {
  const without = WITHOUT.exec(line);
  if (without) return has(without[2]) ? [] : [`${without[1]}${without[3]}`];
  const only = ONLY.exec(line);
  if (only) return has(only[2]) ? [String(only[1])] : [];
  return [line];
}

/** Throws for a mark of the template that names no part. */
function partNamed(name: string): Part {
  const part = PARTS.find((each) => each === name);
  if (part === undefined) throw new Error(`the template asks for "${name}", which is no part of a module`);
  return part;
}

/** Containers inside containers, as many as a request body may have (DECISIONS 3). */
const MAX_LEVELS = 64;

type Container = Readonly<Record<string, unknown>>;

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;
const isStorableText = (text: string): boolean => text.isWellFormed() && !text.includes('\0');
const storableText = (text: string): string => text.replaceAll('\0', '').toWellFormed();

/**
 * A JSON value as PostgreSQL can keep it: without NUL, halves of surrogate pairs replaced, in keys as in
 * texts, and null instead of what nests deeper than 64 levels. For what others than callers say (devices,
 * their errors), whose text must not stop a write; the very same value when nothing had to change.
 */
export function storable<T>(value: T): T {
  return isStorable(value) ? value : (copied(value) as T);
}

function isStorable(root: unknown): boolean {
  if (typeof root === 'string') return isStorableText(root);
  let level = isContainer(root) ? [root] : [];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth >= MAX_LEVELS) return false;
    const next: Container[] = [];
    for (const each of level) if (!collect(each, next)) return false;
    level = next;
  }
  return true;
}

/** Adds inner containers to `next`; false at the first text that cannot be stored. */
function collect(container: Container, next: Container[]): boolean {
  for (const key of Object.keys(container)) {
    const field = container[key];
    if (!isStorableText(key) || (typeof field === 'string' && !isStorableText(field))) return false;
    if (isContainer(field)) next.push(field);
  }
  return true;
}

interface Copying {
  readonly from: Container;
  readonly into: object;
  readonly depth: number;
}

function copied(root: unknown): unknown {
  const waiting: Copying[] = [];
  const copyOf = (value: unknown, depth: number): unknown => {
    if (typeof value === 'string') return storableText(value);
    if (!isContainer(value)) return value;
    if (depth >= MAX_LEVELS) return null;
    const into = Array.isArray(value) ? [] : {};
    waiting.push({ from: value, into, depth });
    return into;
  };
  const top = copyOf(root, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { from, into, depth } = next;
    for (const key of Object.keys(from)) {
      const value = copyOf(from[key], depth + 1);
      // Assigned, a key like `__proto__` would alter the copy instead of being kept in it.
      const plain = { value, enumerable: true, writable: true, configurable: true };
      Object.defineProperty(into, storableText(key), plain);
    }
  }
  return top;
}

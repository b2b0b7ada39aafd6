import { type DataBounds, isTextWithin } from './text-bounds.ts';

/** Data that may cross the boundary: JSON values, objects without a prototype. */
export type Data = null | boolean | number | string | Data[] | { [key: string]: Data };

type Container = readonly unknown[] | Readonly<Record<string, unknown>>;
type Copy = Data[] | { [key: string]: Data };

const isContainer = (value: unknown): value is Container => typeof value === 'object' && value !== null;

/**
 * Parses text whose byte length was checked before. Returns undefined when it is no JSON or is beyond the
 * bounds. Objects come without a prototype and without the key `__proto__`. Iterative: no depth of nesting
 * can overflow the stack.
 */
export function parseBounded(text: string, bounds: DataBounds): Data | undefined {
  if (!isTextWithin(text, bounds)) return undefined;
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isContainer(parsed) ? copyBounded(parsed, bounds) : (parsed as Data);
}

function copyBounded(root: Container, bounds: DataBounds): Data | undefined {
  const target = emptyLike(root);
  const open: { from: Container; to: Copy; depth: number }[] = [{ from: root, to: target, depth: 1 }];
  let keys = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > bounds.depth) return undefined;
    const names = Object.keys(next.from);
    keys += names.length;
    if (keys > bounds.keys) return undefined;
    for (const name of names) {
      if (name === '__proto__') continue;
      const value = (next.from as Record<string, unknown>)[name];
      let placed = value as Data;
      if (isContainer(value)) {
        placed = emptyLike(value);
        open.push({ from: value, to: placed, depth: next.depth + 1 });
      }
      if (Array.isArray(next.to)) next.to.push(placed);
      else next.to[name] = placed;
    }
  }
  return target;
}

const emptyLike = (value: Container): Copy => (Array.isArray(value) ? [] : Object.create(null));

/** Whether a value of our own stays within the bounds; cycles end at the depth. */
export function isWithin(value: unknown, bounds: DataBounds): boolean {
  if (!isContainer(value)) return true;
  const open: { value: Container; depth: number }[] = [{ value, depth: 1 }];
  let keys = 0;
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next.depth > bounds.depth) return false;
    for (const inner of Object.values(next.value)) {
      keys += 1;
      if (keys > bounds.keys) return false;
      if (isContainer(inner)) open.push({ value: inner, depth: next.depth + 1 });
    }
  }
  return true;
}

import { isMarkedSecret } from './secret-names.ts';

/** Options of a copy: fields to clean and size limits. */
export interface ScrubOptions {
  readonly isSecret: (fieldName: string) => boolean;
  /** Stands in place of a secret; without one the field is left out. */
  readonly replacement?: string;
  readonly maxDepth: number;
  /** Objects, arrays and values visited; the rest becomes `[truncated]`. */
  readonly maxNodes: number;
  /** Characters kept of one string. */
  readonly maxStringLength?: number;
}

export const TRUNCATED = '[truncated]';

interface Frame {
  readonly source: object;
  readonly target: Record<string, unknown> | unknown[];
  readonly depth: number;
}

/**
 * Deep copy without secret fields and `Secret` values, made without recursion and without touching the original.
 * Parts beyond the bounds are cut, never passed on unseen; `__proto__` keys are left out.
 */
export function scrub(value: unknown, options: ScrubOptions): unknown {
  const stack: Frame[] = [];
  let nodes = 0;
  const place = (each: unknown, depth: number): unknown => {
    if (typeof each === 'string') return clip(each, options.maxStringLength);
    if (typeof each === 'function' || typeof each === 'symbol') return undefined;
    if (typeof each === 'bigint') return each.toString();
    if (typeof each !== 'object' || each === null || each instanceof Date) return each;
    if (depth > options.maxDepth || nodes > options.maxNodes) return TRUNCATED;
    const source = readable(each);
    const target: Frame['target'] = Array.isArray(source) ? [] : {};
    stack.push({ source, target, depth });
    return target;
  };
  const root = isMarkedSecret(value) ? options.replacement : place(value, 0);
  for (let frame = stack.pop(); frame !== undefined; frame = stack.pop()) {
    const { source, target, depth } = frame;
    for (const key of Object.keys(source)) {
      if (++nodes > options.maxNodes) {
        if (Array.isArray(target)) target.push(TRUNCATED);
        break;
      }
      if (Array.isArray(target)) {
        const item = read(source, key);
        target.push(isMarkedSecret(item) ? (options.replacement ?? null) : place(item, depth + 1));
      } else copyField(source, key, target, depth, options, place);
    }
  }
  return root;
}

function copyField(
  source: object,
  key: string,
  target: Record<string, unknown>,
  depth: number,
  options: ScrubOptions,
  place: (value: unknown, depth: number) => unknown,
): void {
  if (key === '__proto__') return;
  const isSecret = options.isSecret(key);
  const item = isSecret ? undefined : read(source, key);
  if (isSecret || isMarkedSecret(item)) {
    if (options.replacement !== undefined) target[key] = options.replacement;
    return;
  }
  const placed = place(item, depth + 1);
  if (placed !== undefined || item === undefined) target[key] = placed;
}

/** A getter that throws must not take the caller down. */
function read(source: object, key: string): unknown {
  try {
    return (source as Record<string, unknown>)[key];
  } catch {
    return TRUNCATED;
  }
}

/** Errors keep what matters of them outside their enumerable fields; buffers are not worth printing. */
function readable(value: object): object {
  if (value instanceof Error)
    return {
      ...withoutInput(value),
      type: value.name,
      message: value.message,
      stack: value.stack,
      cause: value.cause,
    };
  if (ArrayBuffer.isView(value)) return { type: value.constructor.name, bytes: value.byteLength };
  if (value instanceof Set) return [...value];
  if (value instanceof Map) return Object.fromEntries(value);
  return value;
}

/** An address that cannot be read may still hold a password. */
function withoutInput(error: Error): object {
  if (!('code' in error) || error.code !== 'ERR_INVALID_URL') return error;
  const { input: _input, base: _base, ...rest } = error as Error & { input?: unknown; base?: unknown };
  return rest;
}

const clip = (text: string, max: number | undefined): string =>
  max === undefined || text.length <= max ? text : `${text.slice(0, max)}${TRUNCATED}`;

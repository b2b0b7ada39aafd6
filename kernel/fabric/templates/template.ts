import { lookUp, MAX_PATH_LENGTH, parsePath } from './path.ts';

/** `trigger` (the trigger's payload) and `steps` (output, artifact, success of each), SPEC 4.5. */
export type TemplateContext = Readonly<Record<string, unknown>>;

export type TemplateResult =
  | { readonly ok: true; readonly value: unknown }
  | {
      readonly ok: false;
      /** The path that did not resolve, or what grew too large. */
      readonly unresolved: string;
    };

const MAX_OUTPUT_CHARACTERS = 1_048_576;
const MAX_OUTPUT_NODES = 50_000;

class Unresolved extends Error {}

interface Frame {
  readonly source: object;
  readonly target: Record<string, unknown> | unknown[];
  /** Values taken from the context are copied as they are: one pass, nothing is expanded twice. */
  readonly expand: boolean;
}

/**
 * Replaces `{{dotted.path}}` in every string of a JSON tree. A string that is one template keeps the value's
 * type; elsewhere the value prints (objects as JSON). Keys are left alone, the result shares nothing with its
 * sources (DECISIONS 25, RULES R16).
 */
export function renderTemplate(value: unknown, context: TemplateContext): TemplateResult {
  try {
    return { ok: true, value: new Rendering(context).render(value) };
  } catch (error) {
    if (error instanceof Unresolved) return { ok: false, unresolved: error.message };
    throw error;
  }
}

class Rendering {
  readonly #context: TemplateContext;
  readonly #stack: Frame[] = [];
  /** An object that is printed again and again is made text once. */
  readonly #printed = new Map<object, string>();
  #characters = 0;
  #nodes = 0;

  constructor(context: TemplateContext) {
    this.#context = context;
  }

  render(value: unknown): unknown {
    const root = this.#place(value, true);
    for (let frame = this.#stack.pop(); frame !== undefined; frame = this.#stack.pop()) {
      const { source, target, expand } = frame;
      for (const [key, item] of Object.entries(source)) {
        if (key === '__proto__') continue;
        const placed = this.#place(item, expand);
        this.#grow(key.length);
        if (Array.isArray(target)) target.push(placed);
        else target[key] = placed;
      }
    }
    return root;
  }

  #place(value: unknown, expand: boolean): unknown {
    this.#count(1);
    if (typeof value === 'string') return expand ? this.#expand(value) : this.#text(value);
    if (typeof value !== 'object' || value === null) return value;
    const target: Frame['target'] = Array.isArray(value) ? [] : {};
    this.#stack.push({ source: value, target, expand });
    return target;
  }

  #expand(text: string): unknown {
    const start = text.indexOf('{{');
    if (start < 0) return this.#text(text);
    const end = text.indexOf('}}', start);
    if (start === 0 && end === text.length - 2) return this.#place(this.#resolve(text.slice(2, -2)), false);
    return this.#print(text);
  }

  #print(text: string): string {
    const parts: string[] = [];
    let at = 0;
    for (;;) {
      const start = text.indexOf('{{', at);
      const end = start < 0 ? -1 : text.indexOf('}}', start + 2);
      if (end < 0) break;
      parts.push(
        this.#text(text.slice(at, start)),
        this.#text(this.#textOf(this.#resolve(text.slice(start + 2, end)))),
      );
      at = end + 2;
    }
    parts.push(this.#text(text.slice(at)));
    return parts.join('');
  }

  #resolve(expression: string): unknown {
    const path = expression.trim();
    const steps = path.length > MAX_PATH_LENGTH ? null : parsePath(path);
    this.#count(steps?.length ?? 1);
    const found = steps === null ? undefined : lookUp(this.#context, steps);
    if (found === undefined) throw new Unresolved(path.slice(0, MAX_PATH_LENGTH));
    return found;
  }

  /** Values placed and steps of paths followed, together. */
  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MAX_OUTPUT_NODES) throw new Unresolved(`more than ${MAX_OUTPUT_NODES} values`);
  }

  #textOf(value: unknown): string {
    if (typeof value !== 'object' || value === null) return String(value);
    const text = this.#printed.get(value) ?? printed(value);
    this.#printed.set(value, text);
    return text;
  }

  #text(text: string): string {
    this.#grow(text.length);
    return text;
  }

  #grow(characters: number): void {
    this.#characters += characters;
    if (this.#characters > MAX_OUTPUT_CHARACTERS)
      throw new Unresolved(`more than ${MAX_OUTPUT_CHARACTERS} characters`);
  }
}

function printed(value: object): string {
  try {
    return JSON.stringify(value);
  } catch {
    throw new Unresolved('a value that cannot be printed');
  }
}

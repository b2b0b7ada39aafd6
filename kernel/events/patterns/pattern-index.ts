import { ANY, ONE, type Pattern, segmentsOf } from './pattern.ts';

interface Node<T> {
  readonly literals: Map<string, Node<T>>;
  one: Node<T> | undefined;
  any: Node<T> | undefined;
  /** An `ANY` node stays active for every further segment. */
  readonly loops: boolean;
  readonly values: T[];
}

const node = <T>(loops = false): Node<T> => ({
  literals: new Map(),
  one: undefined,
  any: undefined,
  loops,
  values: [],
});

/**
 * Event types whose matches are remembered, in each of two generations: a full one becomes the old one. Taking the
 * oldest out of one Map walks over all that were taken out before.
 */
const MAX_REMEMBERED = 5_000;
/** Longer answers are found anew each time; together the remembered ones stay within a few megabytes. */
const MAX_REMEMBERED_VALUES = 200;

/**
 * Finds, for an event type, the values of all patterns that match it: one walk through a trie, whatever the
 * number of patterns; the answer is remembered until a pattern is added or deleted.
 */
export class PatternIndex<T> {
  readonly #root: Node<T> = node();
  #remembered = new Map<string, readonly T[]>();
  #rememberedBefore = new Map<string, readonly T[]>();
  /** Under how many patterns a value stands. */
  readonly #uses = new Map<T, number>();
  /** Values under more than one pattern: only then a match may find one twice. */
  #shared = 0;
  /** Patterns with a `**` that is not at the end: only they need the walk that never goes back. */
  #inner = 0;
  #size = 0;

  /** Number of pattern and value pairs. */
  get size(): number {
    return this.#size;
  }

  /** The same value may stand under many patterns; it is found once. */
  add(pattern: Pattern, value: T): void {
    let at = this.#root;
    for (const segment of pattern.segments) {
      if (segment === ANY) at = at.any ??= node(true);
      else if (segment === ONE) at = at.one ??= node();
      else at = literal(at, segment);
    }
    at.values.push(value);
    this.#size += 1;
    const uses = this.#uses.get(value) ?? 0;
    this.#uses.set(value, uses + 1);
    if (uses === 1) this.#shared += 1;
    if (hasInnerAny(pattern)) this.#inner += 1;
    this.#forget();
  }

  #forget(): void {
    this.#remembered.clear();
    this.#rememberedBefore.clear();
  }

  /** True when the pair was there. */
  delete(pattern: Pattern, value: T): boolean {
    const path: Node<T>[] = [this.#root];
    for (const segment of pattern.segments) {
      const at = path.at(-1) as Node<T>;
      const next = segment === ANY ? at.any : segment === ONE ? at.one : at.literals.get(segment);
      if (next === undefined) return false;
      path.push(next);
    }
    const values = (path.at(-1) as Node<T>).values;
    const index = values.indexOf(value);
    if (index < 0) return false;
    values.splice(index, 1);
    this.#size -= 1;
    const uses = this.#uses.get(value) ?? 1;
    if (uses === 1) this.#uses.delete(value);
    else this.#uses.set(value, uses - 1);
    if (uses === 2) this.#shared -= 1;
    if (hasInnerAny(pattern)) this.#inner -= 1;
    this.#prune(pattern, path);
    this.#forget();
    return true;
  }

  /** The values whose pattern matches, each once; the list is shared. */
  match(eventType: string): readonly T[] {
    const known = this.#remembered.get(eventType) ?? this.#rememberedBefore.get(eventType);
    if (known !== undefined) return known;
    const found = this.#find(segmentsOf(eventType));
    if (this.#remembered.size >= MAX_REMEMBERED) {
      this.#rememberedBefore = this.#remembered;
      this.#remembered = new Map();
    }
    if (found.length <= MAX_REMEMBERED_VALUES) this.#remembered.set(eventType, found);
    return found;
  }

  #find(segments: readonly string[]): readonly T[] {
    if (this.#inner > 0) return [...this.#walk(segments)];
    const found: T[] = [];
    collect(this.#root, segments, 0, found);
    return this.#shared > 0 ? [...new Set(found)] : found;
  }

  #walk(segments: readonly string[]): Set<T> {
    let active = new Set<Node<T>>();
    enter(this.#root, active);
    for (const segment of segments) {
      const next = new Set<Node<T>>();
      for (const at of active) {
        if (at.loops) next.add(at);
        const exact = at.literals.get(segment);
        if (exact !== undefined) enter(exact, next);
        if (at.one !== undefined) enter(at.one, next);
      }
      active = next;
      if (active.size === 0) break;
    }
    return new Set([...active].flatMap(({ values }) => values));
  }

  /** Nodes that lead nowhere go, so that adding and deleting for ever takes no memory. */
  #prune(pattern: Pattern, path: readonly Node<T>[]): void {
    for (let depth = path.length - 1; depth > 0; depth--) {
      const at = path[depth] as Node<T>;
      if (at.values.length > 0 || at.literals.size > 0 || at.one !== undefined || at.any !== undefined)
        return;
      const parent = path[depth - 1] as Node<T>;
      const segment = pattern.segments[depth - 1];
      if (segment === ANY) parent.any = undefined;
      else if (segment === ONE) parent.one = undefined;
      else if (segment !== undefined) parent.literals.delete(segment);
    }
  }
}

function literal<T>(at: Node<T>, segment: string): Node<T> {
  const known = at.literals.get(segment);
  if (known !== undefined) return known;
  const made = node<T>();
  at.literals.set(segment, made);
  return made;
}

/** Being at a node also means being past its `ANY`, which may stand for nothing. */
function enter<T>(at: Node<T>, active: Set<Node<T>>): void {
  for (let each: Node<T> | undefined = at; each !== undefined && !active.has(each); each = each.any)
    active.add(each);
}

const hasInnerAny = ({ segments }: Pattern): boolean => {
  const place = segments.indexOf(ANY);
  return place >= 0 && place < segments.length - 1;
};

/** Depth first, where `**` only stands at the end and takes whatever is left; at most two ways at each segment. */
function collect<T>(at: Node<T>, segments: readonly string[], index: number, found: T[]): void {
  if (at.any !== undefined) for (const value of at.any.values) found.push(value);
  const segment = segments[index];
  if (segment === undefined) {
    for (const value of at.values) found.push(value);
    return;
  }
  const exact = at.literals.get(segment);
  if (exact !== undefined) collect(exact, segments, index + 1, found);
  if (at.one !== undefined) collect(at.one, segments, index + 1, found);
}

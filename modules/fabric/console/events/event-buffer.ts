/** An event as far as a tail keeps it in order. */
interface Numbered {
  readonly id: string;
  readonly cursor: number;
}

/** The newest events first, each once, at most so many; one that comes late stands where it belongs. */
export function withNewer<E extends Numbered>(
  kept: readonly E[],
  fresh: readonly E[],
  most: number,
): readonly E[] {
  if (fresh.length === 0) return kept;
  const known = new Set(kept.map(({ id }) => id));
  const added = fresh.filter(({ id }) => {
    if (known.has(id)) return false;
    known.add(id);
    return true;
  });
  if (added.length === 0) return kept;
  const newest = added.toSorted((one, other) => other.cursor - one.cursor);
  const isInOrder = (newest.at(-1)?.cursor ?? 0) > (kept[0]?.cursor ?? 0);
  const all = [...newest, ...kept];
  return (isInOrder ? all : all.toSorted((one, other) => other.cursor - one.cursor)).slice(0, most);
}

/** Holds what came until it is taken, bounded: what is older goes first. */
export class PendingEvents<E extends Numbered> {
  readonly #most: number;
  #waiting: E[] = [];
  #passedOver = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Events that came and were not taken, those that are gone included. */
  get count(): number {
    return this.#waiting.length + this.#passedOver;
  }

  add(event: E): void {
    this.#waiting.push(event);
    if (this.#waiting.length <= this.#most) return;
    this.#waiting.shift();
    this.#passedOver += 1;
  }

  take(): readonly E[] {
    const taken = this.#waiting;
    this.#waiting = [];
    this.#passedOver = 0;
    return taken;
  }
}

/** The payload on one line, cut. */
export function payloadText(payload: unknown, most = 160): string {
  const text = JSON.stringify(payload) ?? '';
  return text.length > most ? `${text.slice(0, most)}…` : text;
}

interface Alarm {
  readonly dueAt: number;
  readonly ring: () => void;
  timer: NodeJS.Timeout;
}

const maxAlarms = 10_000;
/** Node rings longer timers at once. */
const maxTimerMs = 2_147_483_647;

/** The controller's own time: real time plus what tests advanced it by. Advancing rings what became due. */
export class LabClock {
  readonly #alarms = new Set<Alarm>();
  #offsetMs = 0;

  now(): number {
    return Date.now() + this.#offsetMs;
  }

  /** Rings once after the delay on this clock; returns how to cancel it. Past 10,000 alarms it rings at once. */
  after(delayMs: number, ring: () => void): () => void {
    if (this.#alarms.size >= maxAlarms) {
      setImmediate(ring);
      return () => undefined;
    }
    const dueAt = this.now() + delayMs;
    const alarm: Alarm = { dueAt, ring, timer: setTimeout(() => this.#elapsed(alarm), timerMs(delayMs)) };
    this.#alarms.add(alarm);
    return () => this.#cancel(alarm);
  }

  advance(byMs: number): void {
    if (!Number.isFinite(byMs) || byMs < 0) throw new RangeError('a clock only moves forward');
    this.#offsetMs += byMs;
    const now = this.now();
    for (const alarm of [...this.#alarms].sort((left, right) => left.dueAt - right.dueAt)) {
      clearTimeout(alarm.timer);
      if (alarm.dueAt <= now) this.#ring(alarm);
      else alarm.timer = setTimeout(() => this.#elapsed(alarm), timerMs(alarm.dueAt - now));
    }
  }

  stop(): void {
    for (const alarm of [...this.#alarms]) this.#cancel(alarm);
  }

  #elapsed(alarm: Alarm): void {
    const leftMs = alarm.dueAt - this.now();
    if (leftMs <= 0) this.#ring(alarm);
    else alarm.timer = setTimeout(() => this.#elapsed(alarm), timerMs(leftMs));
  }

  #ring(alarm: Alarm): void {
    if (!this.#alarms.delete(alarm)) return;
    clearTimeout(alarm.timer);
    alarm.ring();
  }

  #cancel(alarm: Alarm): void {
    this.#alarms.delete(alarm);
    clearTimeout(alarm.timer);
  }
}

function timerMs(delayMs: number): number {
  return Math.min(maxTimerMs, Math.max(0, Math.ceil(delayMs)));
}

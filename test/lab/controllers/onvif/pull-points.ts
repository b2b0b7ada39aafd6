import { escaped, fault } from './soap.ts';

/** Something the camera reports, as its notification messages name it. */
export interface CameraNotice {
  /** `RuleEngine/CellMotionDetector/Motion`. */
  readonly topic: string;
  /** `IsMotion`. */
  readonly name: string;
  readonly value: string;
  /** `Initialized` tells how things stood when the subscription began. */
  readonly operation?: 'Initialized' | 'Changed';
}

interface PullPoint {
  readonly number: number;
  endsAtMs: number;
  readonly waiting: string[];
}

/** Small cameras refuse a further subscription, and forget what is not fetched. */
const MAX_POINTS = 4;
const MAX_WAITING = 100;

/** Subscriptions of those who fetch what the camera reports; each ends by itself unless it is used. */
export class PullPoints {
  readonly #now: () => Date;
  #points: readonly PullPoint[] = [];
  #made = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  get count(): number {
    return this.#alive().length;
  }

  get waiting(): number {
    return this.#alive().reduce((sum, { waiting }) => sum + waiting.length, 0);
  }

  /** Number of a new one; null when there are too many. */
  create(seconds: number): number | null {
    if (this.#alive().length >= MAX_POINTS) return null;
    this.#made += 1;
    const endsAtMs = this.#now().getTime() + seconds * 1_000;
    this.#points = [...this.#alive(), { number: this.#made, endsAtMs, waiting: [] }];
    return this.#made;
  }

  /** Every subscription is told. */
  report({ topic, name, value, operation = 'Changed' }: CameraNotice): void {
    const at = this.#now().toISOString();
    const message =
      `<wsnt:NotificationMessage><wsnt:Topic Dialect="http://www.onvif.org/ver10/tev/topicExpression/ConcreteSet">tns1:${escaped(topic)}</wsnt:Topic>` +
      `<wsnt:Message><tt:Message UtcTime="${at}" PropertyOperation="${operation}"><tt:Source><tt:SimpleItem Name="VideoSourceConfigurationToken" Value="vs_1"/></tt:Source>` +
      `<tt:Data><tt:SimpleItem Name="${escaped(name)}" Value="${escaped(value)}"/></tt:Data></tt:Message></wsnt:Message></wsnt:NotificationMessage>`;
    for (const { waiting } of this.#alive()) {
      waiting.push(message);
      if (waiting.length > MAX_WAITING) waiting.shift();
    }
  }

  /** What waits, `most` at most; null for a subscription that is over. */
  pull(number: number, most: number, seconds: number): readonly string[] | null {
    const point = this.#alive().find((each) => each.number === number);
    if (point === undefined) return null;
    point.endsAtMs = Math.max(point.endsAtMs, this.#now().getTime() + seconds * 1_000);
    return point.waiting.splice(0, most);
  }

  endOf(number: number): Date {
    return new Date(this.#points.find((each) => each.number === number)?.endsAtMs ?? 0);
  }

  drop(number: number): boolean {
    const before = this.#alive();
    this.#points = before.filter((each) => each.number !== number);
    return this.#points.length < before.length;
  }

  #alive(): readonly PullPoint[] {
    const nowMs = this.#now().getTime();
    return this.#points.filter(({ endsAtMs }) => endsAtMs > nowMs);
  }
}

/** Answer to a call about a subscription that is over. */
export const unknownPoint = (): string =>
  fault('Sender', 'InvalidArgVal', 'ResourceUnknownFault: no such subscription');

import type { OpenWrtDevice } from '../device.ts';

export type Arguments = Readonly<Record<string, unknown>>;

/** What one call of a ubus object gives back; `data` is left out where the product sends none. */
export interface CallResult {
  readonly status: number;
  readonly data?: Readonly<Record<string, unknown>>;
  /** What the device does once it has answered. */
  readonly afterwards?: () => void;
}

export interface CallContext {
  readonly device: OpenWrtDevice;
  readonly session: string;
  /** The part of the object's name that stands for `<ifname>` or `<name>`. */
  readonly name: string;
}

export type Method = (context: CallContext, given: Arguments) => CallResult;

export const done = (data?: Readonly<Record<string, unknown>>): CallResult =>
  data === undefined ? { status: 0 } : { status: 0, data };

export const failed = (status: number): CallResult => ({ status });

export const text = (value: unknown): string => (typeof value === 'string' ? value : '');

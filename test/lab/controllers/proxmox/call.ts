import type { Cluster } from './cluster/cluster.ts';
import { Refusal } from './refusal.ts';
import type { Row } from './row.ts';
import { type Operation, type Parameter, parameterOf } from './schema.ts';
import type { User } from './sign-in.ts';

/** What happens around a node when it is told to go down. */
export interface Power {
  /** Connections to the node everybody asks are refused for a while, or for good. */
  restart(): void;
  powerOff(): void;
  /** The node that answers. */
  readonly node: string;
}

/** One request whose parameters are all in order. */
export interface Call {
  readonly cluster: Cluster;
  readonly user: User;
  readonly operation: Operation;
  /** Of the path and of the body. */
  readonly given: Row;
  readonly power: Power;
}

/** Data with more beside it, or with something that follows it. */
export class Reply {
  readonly data: unknown;
  readonly beside: Readonly<Record<string, unknown>>;
  readonly afterwards: (() => void) | undefined;

  constructor(data: unknown, beside: Readonly<Record<string, unknown>> = {}, afterwards?: () => void) {
    this.data = data;
    this.beside = beside;
    this.afterwards = afterwards;
  }
}

export type Handler = (call: Call) => unknown;
export type Handlers = Readonly<Record<string, Handler>>;

export const textOf = ({ given }: Pick<Call, 'given'>, name: string): string => String(given[name] ?? '');
export const isSet = ({ given }: Pick<Call, 'given'>, name: string): boolean => given[name] === '1';
export const itemsOf = (value: Row[string] | undefined): readonly string[] =>
  (typeof value === 'string' ? value.split(/[,;\s]+/) : (value ?? [])).filter((item) => item !== '');

/** Numbers and truth as numbers, as the product answers them. */
export function typed(
  operation: Pick<Operation, 'properties' | 'patternProperties' | 'pathParams'>,
  row: Row,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const parameter: Parameter | undefined = parameterOf(operation as Operation, name);
      const isNumber = /^(integer|boolean|number)$/.test(parameter?.type ?? '');
      return [name, isNumber && typeof value === 'string' ? Number(value) : value];
    }),
  );
}

/** What the body alone says: neither the path nor what steers the write. */
export function settings(call: Call, ...steering: readonly string[]): Row {
  const left = new Set([
    ...Object.keys(call.operation.pathParams),
    'digest',
    'delete',
    'lock-token',
    ...steering,
  ]);
  return Object.fromEntries(Object.entries(call.given).filter(([name]) => !left.has(name)));
}

/** Applies `delete=` and the rest of a body to a row; refuses what another writer has altered. */
export function altered(call: Call, row: Row, digest: string, ...steering: readonly string[]): Row {
  assertDigest(call, digest);
  const changed = { ...row, ...settings(call, ...steering) };
  for (const name of itemsOf(call.given['delete'])) delete changed[name];
  return changed;
}

export function assertDigest(call: Call, digest: string): void {
  const { digest: given } = call.given;
  if (given !== undefined && given !== digest)
    throw new Refusal(500, 'detected modified configuration - file changed by other user? Try again.');
}

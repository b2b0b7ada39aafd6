import { type ChangeView, changeErrors } from '@patchbay/module-changes/contract';
import type { ChangeOperation } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import type { Answer } from '../harness/index.ts';
import { isRestCall, repeated, type TableRow } from './ledger-book.ts';
import type { Payload, Refusal, VendorContract, Written } from './samples.ts';

export interface Calls extends Pick<VendorContract, 'isCall' | 'isBeside'> {
  readonly row: TableRow | undefined;
  readonly operation: ChangeOperation;
  readonly calls?: number | undefined;
}

const told = ({ method, path }: Written): string => `${method} ${path}`;

/** Of an apply that succeeded: the call of the table as often as it must be, its commit, and nothing twice. */
export function ledgerAgrees(
  t: Test,
  what: string,
  writes: readonly Written[],
  { isCall = isRestCall, isBeside = () => false, row, operation, calls = 1 }: Calls,
): void {
  const template = row?.[operation] ?? '';
  t.same(
    writes.filter(({ outcome }) => outcome.result !== 'executed'),
    [],
    `${what}: every write was carried out`,
  );
  const own = writes.filter((written) => isCall(template, written));
  t.equal(own.length, calls, `${what}: ${template} ${calls} times in ${writes.map(told).join(', ')}`);
  const others = writes.filter((written) => !own.includes(written));
  t.same(
    others.filter((written) => !isCall(row?.apply ?? '', written) && !isBeside(written)).map(told),
    [],
    `${what}: nothing else is written`,
  );
  t.same(repeated(writes), [], `${what}: nothing is sent twice`);
}

/** The undo of an update shows what stood before it, in the fields it put back. */
export function sameAsBefore(
  t: Test,
  name: string,
  undo: ChangeView,
  before: Payload | null,
  after: Payload | null,
): void {
  if (before === null || after === null) return;
  const fields = Object.keys(undo.payload).filter((field) => Object.hasOwn(before, field));
  const of = (value: Payload) => Object.fromEntries(fields.map((field) => [field, value[field]]));
  t.same(of(after), of(before), `${name}: the undo of its update brings back what stood`);
}

/** What cannot be undone says so, and why. */
export function refusedAs(t: Test, what: string, { status, text }: Answer, id: Refusal): void {
  const message = changeErrors.find((each) => each.id === id)?.message ?? id;
  t.equal(status, 409, `${what} cannot be undone`);
  t.ok(text.includes(JSON.stringify(message).slice(1, -1)), `${what}: ${id}, not ${text}`);
}

/** Ids by which a rehearsal names what was not made yet. */
const NOT_MADE = /0{8}-0{4}-0{4}-0{4}-0{12}|\*FFFFFFFF/;

/** The requests that were told before an apply are those that the device got. */
export function rehearsedAs(t: Test, what: string, told: Answer, writes: readonly Written[]): void {
  t.equal(told.status, 200, `${what}: its requests are told ${told.status === 200 ? '' : told.text}`);
  if (told.status !== 200 || !told.body.is_offered) return;
  const { calls, is_complete }: { calls: readonly { method: string; path: string }[]; is_complete: boolean } =
    told.body;
  const got = writes.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  const said = calls.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
  t.ok(said.length > 0, `${what}: something is sent`);
  const isTold = (each: string, at: number) =>
    new RegExp(`^${each.split(NOT_MADE).map(RegExp.escape).join('[^/]+')}$`).test(got[at] ?? '');
  const wrong = said.filter((each, at) => !isTold(each, at));
  t.same(wrong, [], `${what}: what was told is what was sent (${got.join(', ')})`);
  if (is_complete) t.equal(said.length, got.length, `${what}: all of it was told (${said.join(', ')})`);
}

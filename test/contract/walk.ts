import { type ChangeView, needsOf } from '@patchbay/module-changes/contract';
import type { ChangeOperation, ReviewedWrite, StagedFeature } from '@patchbay/vendor-kit';
import type { Test } from 'tap';
import { ledgerAgrees, refusedAs, rehearsedAs, sameAsBefore } from './judgements.ts';
import { resolved, type TableRow } from './ledger-book.ts';
import type { FeatureSample, Groundwork, Payload, VendorContract } from './samples.ts';
import type { featuresOf, Pushed, Stand } from './stand.ts';
import { hiddenIn, staysUnchanged } from './unchanged.ts';

type Matching = Pick<VendorContract, 'isCall' | 'isBeside' | 'secrets' | 'waiting'>;

type Declared = Pick<ReturnType<typeof featuresOf>, 'rows' | 'features'>;

interface Step {
  readonly operation: ChangeOperation;
  readonly payload: Payload;
  readonly target_id: string | undefined;
}

/** Takes one feature after the other through stage, diff, apply, verify and undo, and holds the ledger against it. */
export class Walk {
  /** What was made and still stands, by feature; `@feature` in samples. */
  readonly ids = new Map<string, string>();
  /** Features whose secrets were seen to stay when their objects were staged back as they are shown. */
  readonly keepers: string[] = [];
  /** Changes that made it, newest last. */
  readonly #made: { readonly name: string; readonly feature: StagedFeature; readonly change_id: string }[] =
    [];
  readonly #t: Test;
  readonly #stand: Stand;
  readonly #matching: Matching;
  readonly #rows: ReadonlyMap<string, TableRow>;
  readonly #features: ReadonlyMap<string, StagedFeature>;

  constructor(t: Test, stand: Stand, matching: Matching, { rows, features }: Declared) {
    this.#t = t;
    this.#stand = stand;
    this.#matching = matching;
    this.#rows = rows;
    this.#features = features;
  }

  /** Every operation of the feature, each undone where it can be; what it made stands afterwards. */
  async feature(name: string, feature: StagedFeature, sample: FeatureSample): Promise<void> {
    await this.ground(sample.first);
    const found = (await sample.lookUp?.((each) => this.#live(each))) ?? {};
    let target = resolved(await this.#targetOf(sample), this.ids);
    let hidden: Payload = {};
    for (const operation of feature.operations) {
      const payload = { ...resolved(sample[operation] ?? {}, this.ids), ...found };
      const target_id = operation === 'create' || feature.singleton ? undefined : target;
      if (operation === 'update') await this.#staysUnchanged(feature, target_id, payload, hidden);
      const pushed = await this.#push(name, feature, sample, { operation, payload, target_id });
      if (pushed === null) return;
      target = pushed.attempt.target_id ?? target;
      hidden = { ...hidden, ...hiddenIn(pushed.change.payload) };
      if (operation === 'create') {
        this.#keep(name, feature, pushed);
        await this.#isListed(name, feature, target);
      }
      const isLast = operation === feature.operations.at(-1);
      if (operation === 'create' && !isLast) continue;
      if (operation === 'create' && feature.operations.includes('delete')) continue;
      const undone = await this.#undo(name, feature, sample, operation, pushed);
      // What is named by its own fields is called otherwise once they are back.
      if (operation === 'update') target = undone?.attempt.target_id ?? target;
      if (operation === 'delete') await this.#standAgain(name, feature, sample, undone);
    }
  }

  /** Undoes every creation, the newest first. */
  async leave(samples: Readonly<Record<string, FeatureSample>>): Promise<void> {
    for (const { name, feature, change_id } of this.#made.toReversed()) {
      if (!feature.operations.includes('delete')) continue;
      const sample = samples[name] ?? {};
      const staged = await this.#stand.call('POST', `/changes/${change_id}/undo`);
      if (sample.stays?.create) refusedAs(this.#t, `${name} create`, staged, sample.stays.create);
      else {
        this.#t.equal(staged.status, 201, `${name}: its creation is undone ${staged.text}`);
        if (staged.status === 201) await this.#applied(name, feature, sample, staged.body);
      }
    }
  }

  async ground(groundwork: Groundwork = []): Promise<void> {
    for (const [name, payload] of groundwork) await this.#make(name, this.#named(name), payload);
  }

  async #make(name: string, feature: StagedFeature, payload: Payload): Promise<void> {
    const step = { operation: 'create', payload: resolved(payload, this.ids), target_id: undefined } as const;
    const pushed = await this.#push(name, feature, {}, step);
    if (pushed) this.#keep(name, feature, pushed);
  }

  async #isListed(name: string, feature: StagedFeature, id: string | undefined): Promise<void> {
    if (!feature.read || !feature.operations.includes('delete') || id === undefined) return;
    const listed = await this.#stand.listedIds(feature);
    this.#t.ok(listed.includes(id), `${name}: ${id} is among its live objects`);
  }

  /** An object that holds secrets is staged back as it is shown, before it is changed. */
  async #staysUnchanged(
    feature: StagedFeature,
    target_id: string | undefined,
    payload: Payload,
    hidden: Payload,
  ): Promise<void> {
    if (feature.read === undefined) return;
    const staged = await this.#stand.stage(feature, 'update', {
      payload,
      ...(target_id ? { target_id } : {}),
    });
    if (staged.status !== 201) return;
    await this.#stand.call('POST', `/gateway-vpn/changes/${staged.body.id}/discard`);
    const copied = { ...hidden, ...hiddenIn(staged.body.payload) };
    if (await staysUnchanged(this.#t, this.#stand, feature, target_id, copied))
      this.keepers.push(feature.key);
  }

  #targetOf({ target }: FeatureSample): string | undefined | Promise<string> {
    if (typeof target !== 'function') return target;
    return target((name) => this.#live(name));
  }

  #live(name: string): Promise<readonly Payload[]> {
    return this.#stand.list(this.#named(name));
  }

  #named(name: string): StagedFeature {
    const feature = this.#features.get(name);
    if (feature === undefined) throw new Error(`no feature ${name}`);
    return feature;
  }

  #keep(name: string, feature: StagedFeature, { attempt, change }: Pushed): void {
    if (attempt.target_id !== null) this.ids.set(name, attempt.target_id);
    this.#made.push({ name, feature, change_id: change.id });
  }

  async #push(
    name: string,
    feature: StagedFeature,
    sample: FeatureSample,
    { operation, payload, target_id }: Step,
  ): Promise<Pushed | null> {
    const t = this.#t;
    const what = `${name} ${operation}`;
    const before = this.#stand.device.lab.ledger.size;
    await this.#unknownField(what, feature, { operation, payload, target_id });
    const staged = await this.#stand.stage(feature, operation, {
      payload,
      ...(target_id ? { target_id } : {}),
    });
    t.equal(staged.status, 201, `${what} is staged ${staged.status === 201 ? '' : staged.text}`);
    if (staged.status !== 201) return null;
    const view: ChangeView = staged.body;
    const risk = this.#riskOf(feature, { operation, payload, target_id: target_id ?? null });
    t.match(view, { feature: feature.key, operation, status: 'pending', risk }, what);
    await this.#diff(what, feature, view, payload);
    t.equal(this.#stand.device.lab.ledger.size, before, `${what}: staging and reviewing write nothing`);
    return this.#applied(name, feature, sample, view);
  }

  /** What the payload makes of it, never less than what the table says. */
  #riskOf(feature: StagedFeature, write: ReviewedWrite): ChangeView['risk'] {
    const find = (key: string) => [...this.#features.values()].find((each) => each.key === key);
    return needsOf(feature, write, find).risk;
  }

  /** A payload with a key that the feature does not declare is refused by name. */
  async #unknownField(
    what: string,
    feature: StagedFeature,
    { operation, payload, target_id }: Step,
  ): Promise<void> {
    const body = { payload: { ...payload, no_such_field: 1 }, ...(target_id ? { target_id } : {}) };
    const { status, text } = await this.#stand.stage(feature, operation, body);
    this.#t.equal(status, 422, `${what}: no field but its own`);
    this.#t.ok(text.includes('no_such_field'), `${what}: the unknown field is named`);
  }

  /** Against what was synced or nothing at stage, against the device itself at review. */
  async #diff(what: string, feature: StagedFeature, view: ChangeView, payload: Payload): Promise<void> {
    const t = this.#t;
    const isReadable = feature.read !== undefined && view.operation !== 'create';
    const live: ChangeView = isReadable
      ? (await this.#stand.call('GET', `/changes/${view.id}?refresh=true`)).body
      : view;
    t.equal(live.diff_base, isReadable ? 'live' : 'none', `${what}: what the diff is against`);
    t.equal(live.stale, false, `${what} is not stale`);
    const fields = live.diff.map(({ field }) => field);
    if (view.operation === 'delete') t.equal(fields.length > 0, isReadable, `${what}: what goes is shown`);
    else
      t.same(
        fields.filter((field) => !Object.hasOwn(payload, field)),
        [],
        `${what}: the diff names what is sent`,
      );
    const sent = Object.entries(payload).some(([, value]) => value !== '' && value !== null);
    if (view.operation === 'create' && sent) t.ok(fields.length > 0, `${what}: the diff shows it`);
  }

  async #applied(
    name: string,
    feature: StagedFeature,
    sample: FeatureSample,
    change: ChangeView,
  ): Promise<Pushed | null> {
    const t = this.#t;
    const what = `${name} ${change.operation}${change.reverts ? ' (undo)' : ''}`;
    const told = await this.#stand.call('GET', `/changes/${change.id}/calls`);
    t.equal(this.#stand.unaccounted, 0, `${what}: nothing was written beside the applies`);
    const pushed = await this.#stand.apply(change.id);
    t.equal(
      pushed.answer.status,
      200,
      `${what} is applied ${pushed.answer.status === 200 ? '' : pushed.answer.text}`,
    );
    if (pushed.answer.status !== 200) return null;
    t.match(pushed.change, { status: 'applied', last_outcome: 'succeeded', last_error: null }, what);
    t.match(pushed.attempt, { outcome: 'succeeded', error: null, sent_hash: String }, what);
    t.match(
      pushed.attempt.output,
      sample.prints?.[change.operation] ?? pushed.attempt.output,
      `${what} prints`,
    );
    if (feature.read && feature.verify && change.operation !== 'delete')
      t.ok(pushed.attempt.after, `${what} is read back`);
    const goes = feature.read && feature.operations.includes('create') && !sample.lingers;
    if (change.operation === 'delete' && goes) t.equal(pushed.attempt.after, null, `${what}: it is gone`);
    const row = this.#rows.get(change.feature);
    ledgerAgrees(t, what, pushed.writes, {
      ...this.#matching,
      row,
      operation: change.operation,
      calls: sample.calls,
    });
    rehearsedAs(t, what, told, pushed.writes);
    t.same(this.#matching.waiting?.(this.#stand.device) ?? [], [], `${what} is in service`);
    const seen = (this.#matching.secrets ?? []).filter((secret) => pushed.answer.text.includes(secret));
    t.same(seen, [], `${what} shows no secret`);
    return pushed;
  }

  async #undo(
    name: string,
    feature: StagedFeature,
    sample: FeatureSample,
    operation: ChangeOperation,
    { change, attempt }: Pushed,
  ): Promise<Pushed | null> {
    const t = this.#t;
    const staged = await this.#stand.call('POST', `/changes/${change.id}/undo`);
    const expected = sample.stays?.[operation];
    if (expected) {
      refusedAs(t, `${name} ${operation}`, staged, expected);
      return null;
    }
    t.equal(
      staged.status,
      201,
      `${name} ${operation} can be undone ${staged.status === 201 ? '' : staged.text}`,
    );
    if (staged.status !== 201) return null;
    t.equal(staged.body.reverts, change.id);
    const undone = await this.#applied(name, feature, sample, staged.body);
    if (undone && operation === 'update')
      sameAsBefore(t, name, staged.body, attempt.before, undone.attempt.after);
    return undone;
  }

  /** What was deleted stands for those that refer to it: undone, or made once more. */
  async #standAgain(
    name: string,
    feature: StagedFeature,
    sample: FeatureSample,
    undone: Pushed | null,
  ): Promise<void> {
    if (!feature.operations.includes('create')) return;
    this.#made.splice(
      this.#made.findLastIndex((each) => each.name === name),
      1,
    );
    if (undone) this.#keep(name, feature, undone);
    else if (sample.create) await this.#make(name, feature, sample.create);
  }
}

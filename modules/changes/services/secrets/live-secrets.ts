import { withDeadline } from '@patchbay/kernel/concurrency';
import { isRecord } from '@patchbay/kernel/schema';
import { dotted, type FieldPath, isRedacted, redactedIn } from '@patchbay/kernel/telemetry';
import {
  AdapterError,
  type Push,
  type StagedFeature,
  type VendorSession,
  type VendorValue,
} from '@patchbay/vendor-kit';
import { secretNeeded } from '../../errors/index.ts';
import { own } from '../record/change-diff.ts';
import { isSecretName, omittingSecrets } from '../staging/secret-fields.ts';
import { sameElements } from './same-element.ts';
import { isShownForSecret } from './secret-words.ts';

const READ_TIMEOUT_MS = 10_000;

/**
 * The push with every kept secret as the device holds it now, or without the field where the device keeps absent
 * fields. Throws `changes.secret_needed`, which names the fields, where neither is possible, and `AdapterError`.
 * Its result holds secrets: it is sent, and never stored.
 */
export async function withLiveSecrets(
  feature: StagedFeature,
  session: VendorSession | null,
  push: Push,
): Promise<Push> {
  const kept = redactedIn(push.payload);
  if (kept.length === 0) return push;
  if (push.operation !== 'update') throw needed(kept);
  const told = await secretsOf(feature, session, push.target_id);
  const filling = new Filling(feature, told !== undefined, leadingTo(push.payload, kept));
  const payload = filling.object(push.payload, told ?? null, [], true);
  if (filling.missing.length > 0) throw needed(filling.missing);
  return { ...push, payload };
}

/** The last look before a device is written to. */
export function assertNothingHidden({ payload }: Push): void {
  const left = redactedIn(payload, isShownForSecret);
  if (left.length > 0) throw needed(left);
}

const needed = (paths: readonly FieldPath[]) =>
  secretNeeded({ message: `${secretNeeded.message} (${paths.map(dotted).join(', ')})` });

/** The live object with its secrets; undefined where the device shows none. */
async function secretsOf(
  feature: StagedFeature,
  session: VendorSession | null,
  target_id: string | null,
): Promise<VendorValue | null | undefined> {
  if (feature.readSecrets === undefined) return undefined;
  const late = () =>
    new AdapterError('adapter_timeout', 'not_sent', 'The controller did not answer the read in time.');
  return withDeadline(READ_TIMEOUT_MS, feature.readSecrets(session, target_id), late);
}

/** The containers through which the paths lead; other values are sent as they stand. */
function leadingTo(value: unknown, paths: readonly FieldPath[]): ReadonlySet<unknown> {
  const found = new Set<unknown>();
  for (const path of paths) {
    let each = value;
    for (const key of path) {
      found.add(each);
      each = Reflect.get(Object(each), key);
    }
  }
  return found;
}

/** Walks a payload beside the live object; depth is bounded as that of every body is. */
class Filling {
  readonly missing: FieldPath[] = [];
  readonly #feature: StagedFeature;
  readonly #isTold: boolean;
  readonly #leading: ReadonlySet<unknown>;

  constructor(feature: StagedFeature, isTold: boolean, leading: ReadonlySet<unknown>) {
    this.#feature = feature;
    this.#isTold = isTold;
    this.#leading = leading;
  }

  /** `isMerged` says that the device keeps what the object does not name. */
  object(sent: VendorValue, live: VendorValue | null, at: FieldPath, isMerged: boolean): VendorValue {
    const fields = Object.entries(sent).flatMap(([name, value]) => {
      const path = [...at, name];
      if (!isRedacted(value)) return [[name, this.#value(value, own(live, name), path, isMerged)]];
      const known = own(live, name);
      if (known !== undefined && !isRedacted(known) && isSecretName(name, this.#feature))
        return [[name, known]];
      // The object is known and holds no such secret, or keeps it by itself.
      if (isMerged || (this.#isTold && live !== null && known === undefined)) return [];
      this.missing.push(path);
      return [];
    });
    return Object.fromEntries(fields) as VendorValue;
  }

  #value(sent: unknown, live: unknown, at: FieldPath, isMerged: boolean): unknown {
    if (!this.#leading.has(sent) && !isRedacted(sent)) return sent;
    if (Array.isArray(sent)) return this.#list(sent, Array.isArray(live) ? live : [], at);
    const isInner = isMerged && this.#feature.keepsInside === true;
    if (isRecord(sent)) return this.object(sent, isRecord(live) ? live : null, at, isInner);
    this.missing.push(at);
    return sent;
  }

  #list(sent: readonly unknown[], live: readonly unknown[], at: FieldPath): readonly unknown[] {
    const shown = (value: unknown) => omittingSecrets(value, this.#feature);
    const origins = sameElements(sent, live, shown);
    return sent.map((each, place) => this.#value(each, origins[place], [...at, place], false));
  }
}

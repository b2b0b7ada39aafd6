import type { Principal } from '@patchbay/kernel/permissions';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { StepsOwner } from '../steps/sealed-steps.ts';
import { withoutParams } from './hidden-params.ts';
import type { AuthorView, StepRecord } from './step-record.ts';

/** Limit of `seal`, with room. */
const MAX_BYTES = 60_000;

/** Outputs that the records hide or cut and that later steps want, by number of the step; they are shown to none. */
export type Outputs = Readonly<Record<string, unknown>>;

interface Hidden {
  readonly views: readonly (AuthorView | null)[];
  readonly outputs: Outputs;
}

/** Records as they are stored: hidden parts stand beside them, sealed (RULES R21). */
export interface StoredRecords {
  readonly steps: readonly StepRecord[];
  /** Null when nothing is hidden. */
  readonly sealed_records: string | null;
}

interface StoredRow extends StoredRecords {
  readonly author_id: string | null;
}

/** Parts records into what everybody may see and what their author alone may, and puts them together again. */
export class AuthorViews {
  readonly #box: Pick<SecretBox, 'seal' | 'open'>;
  readonly #table: string;

  /** `table` is that of the owner, whose id the envelopes bear. */
  constructor(box: Pick<SecretBox, 'seal' | 'open'>, table = 'connections') {
    this.#box = box;
    this.#table = table;
  }

  /** Of what is too large in all, the largest is not kept, views before outputs: their author sees markers, too. */
  store(records: readonly StepRecord[], owner: StepsOwner, outputs: Outputs = {}): StoredRecords {
    const steps = records.map(({ author_view, ...step }) => step);
    const views = records.map(({ author_view = null }) => author_view);
    const isNothing = views.every((view) => view === null) && Object.keys(outputs).length === 0;
    return { steps, sealed_records: isNothing ? null : this.seal(fitting({ views, outputs }), owner) };
  }

  /** Records with the sealed parts beside them; unopenable parts stay hidden. */
  restore({ steps, sealed_records }: StoredRecords, owner: StepsOwner): readonly StepRecord[] {
    const { views } = this.#hidden(sealed_records, owner);
    return steps.map((step, index) => {
      const author_view = views[index];
      return author_view ? { ...step, author_view } : step;
    });
  }

  /** Parts of outputs that later steps need beyond the records and their views. */
  outputs({ sealed_records }: Pick<StoredRecords, 'sealed_records'>, owner: StepsOwner): Outputs {
    return this.#hidden(sealed_records, owner).outputs;
  }

  /** As the reader may see them: authors of params see them whole. */
  shown(row: StoredRow, owner: StepsOwner, reader: Principal): StepRecord[] {
    const isAuthor = row.author_id !== null && row.author_id === reader.user_id;
    if (!isAuthor) return row.steps.map((step) => withoutParams(step));
    return this.restore(row, owner).map(asAuthorSees);
  }

  /** Earlier envelopes hold the list of views alone. */
  #hidden(envelope: string | null, owner: StepsOwner): Hidden {
    const opened = this.open<Hidden | Hidden['views']>(envelope, owner) ?? [];
    return 'views' in opened ? opened : { views: opened, outputs: {} };
  }

  seal(value: unknown, { id, organization_id }: StepsOwner): string {
    return this.#box.seal(new Secret(JSON.stringify(value)), {
      table: this.#table,
      row_id: id,
      organization_id,
    });
  }

  open<T>(envelope: string | null, { id, organization_id }: StepsOwner): T | null {
    if (envelope === null) return null;
    try {
      return JSON.parse(
        this.#box.open(envelope, { table: this.#table, row_id: id, organization_id }).reveal(),
      );
    } catch {
      return null;
    }
  }
}

export const asAuthorSees = ({ author_view, ...step }: StepRecord): StepRecord => ({
  ...step,
  ...author_view,
});

/** Taken by the braces and names around the parts. */
const FRAME_BYTES = 100;

function fitting({ views, outputs }: Hidden): Hidden {
  const room = MAX_BYTES - FRAME_BYTES;
  const names = Object.keys(outputs);
  const values = within(Object.values(outputs), room - views.length * NULL_BYTES - bytesOf(names));
  const kept = Object.fromEntries(
    names.flatMap((name, index) => (values[index] === null ? [] : [[name, values[index]] as const])),
  );
  return { views: within(views, room - bytesOf(kept)), outputs: kept };
}

const NULL_BYTES = 'null,'.length;

const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value)) + 1;

/** The parts without the largest of them, as many as it takes. */
function within<T>(parts: readonly T[], most: number): readonly (T | null)[] {
  const kept: (T | null)[] = [...parts];
  const sizes = kept.map(bytesOf);
  let size = sizes.reduce((sum, each) => sum + each, 2);
  for (let left = kept.length; size > most && left > 0; left -= 1) {
    const largest = sizes.indexOf(Math.max(...sizes));
    size -= (sizes[largest] ?? 0) - NULL_BYTES;
    sizes[largest] = 0;
    kept[largest] = null;
  }
  return kept;
}

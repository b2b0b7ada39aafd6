import type { Principal } from '@patchbay/kernel/permissions';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import { withoutParams } from './hidden-params.ts';
import type { StepsOwner } from './sealed-steps.ts';
import type { AuthorView, StepRecord } from './step-record.ts';

/** What `seal` takes at most, with room. */
const MAX_BYTES = 60_000;

/** Records as they are stored: what they hide of params stands beside them, sealed (RULES R21). */
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

  /** Of what is too large in all, the largest views are not kept: their author sees markers, too. */
  store(records: readonly StepRecord[], owner: StepsOwner): StoredRecords {
    const steps = records.map(({ author_view, ...step }) => step);
    const views = records.map(({ author_view = null }) => author_view);
    if (views.every((view) => view === null)) return { steps, sealed_records: null };
    return { steps, sealed_records: this.seal(fitting(views), owner) };
  }

  /** Records with what was sealed beside them; what cannot be opened stays hidden. */
  restore({ steps, sealed_records }: StoredRecords, owner: StepsOwner): readonly StepRecord[] {
    const views = this.open<readonly (AuthorView | null)[]>(sealed_records, owner) ?? [];
    return steps.map((step, index) => {
      const author_view = views[index];
      return author_view ? { ...step, author_view } : step;
    });
  }

  /** As the reader may see them: whoever wrote the params sees what they were. */
  shown(row: StoredRow, owner: StepsOwner, reader: Principal): StepRecord[] {
    const isAuthor = row.author_id !== null && row.author_id === reader.user_id;
    if (!isAuthor) return row.steps.map((step) => withoutParams(step));
    return this.restore(row, owner).map(asAuthorSees);
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

function fitting(views: readonly (AuthorView | null)[]): readonly (AuthorView | null)[] {
  const kept = [...views];
  const sizes = kept.map((view) => Buffer.byteLength(JSON.stringify(view)) + 1);
  let size = sizes.reduce((sum, each) => sum + each, 2);
  while (size > MAX_BYTES) {
    const largest = sizes.indexOf(Math.max(...sizes));
    size -= (sizes[largest] ?? 0) - 'null,'.length;
    sizes[largest] = 0;
    kept[largest] = null;
  }
  return kept;
}

import { knownValue } from './known-values.ts';
import { nounOf, nounsOfParameter, type Swept } from './routes.ts';
import { Sampler } from './sample.ts';
import type { FieldSource, Schema } from './schema.ts';

/** Ids of things that exist, by what they are. */
export class Pool {
  readonly #ids = new Map<string, string[]>();

  add(noun: string, id: string): void {
    this.#ids.set(noun, [...(this.#ids.get(noun) ?? []), id]);
  }

  idOf(noun: string): string | undefined {
    return this.#ids.get(noun)?.[0];
  }

  get nouns(): readonly string[] {
    return [...this.#ids.keys()];
  }

  /** Values of the path parameters as far as something of their kind exists. */
  valuesFor(swept: Swept): Readonly<Record<string, string>> {
    const known = swept.ids.map((name) => [
      name,
      nounsOfParameter(swept, name)
        .map((noun) => this.idOf(noun))
        .find((id) => id !== undefined),
    ]);
    return Object.fromEntries(known.filter(([, id]) => id !== undefined));
  }

  /** Fills `site_id`, and lists such as `controller_ids`, from what exists. */
  sampler(more: FieldSource = () => undefined): Sampler {
    return new Sampler(
      (field, schema) => more(field, schema) ?? this.#fieldValue(field, schema) ?? knownValue(field, schema),
    );
  }

  #fieldValue(field: string, schema: Schema): unknown {
    return schema.format === 'uuid' ? this.idOf(nounOf(field.replace(/_ids$/, '_id'))) : undefined;
  }
}

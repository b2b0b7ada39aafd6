/**
 * Stands below classes that are made of named parts, `class Racks extends Service<{ database: Database }>`,
 * and gives the parts to them alone.
 */
export abstract class Service<Parts extends object> {
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  protected get parts(): Readonly<Parts> {
    return this.#parts;
  }
}

/** What the product throws: an error with a status, which it prints as `errorMessage` and `errorTitle`. */
export class ApiException extends Error {
  readonly status: number;
  readonly title: string | undefined;

  constructor(message: string, status: number, title?: string) {
    super(message);
    this.status = status;
    this.title = title;
  }
}

export const noEndpoint = () => new ApiException('Endpoint not found', 404);
/** An object that others refer to is not deleted. */
export const inUse = (users: readonly string[], title: string) =>
  new ApiException(users.join('\n'), 500, title);
/** Something the lab knows of and does not simulate: it says so instead of pretending. */
export const notSimulated = (path: string) => new ApiException(`the lab does not simulate ${path}`, 501);

/** Messages by field; a second one turns the first into a list, as the product does. */
export class Validations {
  readonly #messages = new Map<string, string | string[]>();

  add(field: string, message: string): void {
    const known = this.#messages.get(field);
    if (known === undefined) this.#messages.set(field, message);
    else {
      const list = Array.isArray(known) ? known : [known];
      this.#messages.set(field, list.includes(message) ? list : [...list, message]);
    }
  }

  get isEmpty(): boolean {
    return this.#messages.size === 0;
  }

  /** Under the envelope of the command. */
  under(key: string): Record<string, string | string[]> {
    return Object.fromEntries([...this.#messages].map(([field, message]) => [`${key}.${field}`, message]));
  }
}

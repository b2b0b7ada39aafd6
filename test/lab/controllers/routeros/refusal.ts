/** A request the router refuses. `detail` is the console's own line; a 404 has none. */
export class Refusal extends Error {
  readonly status: number;
  readonly detail: string | undefined;

  constructor(detail: string | undefined, status = 400) {
    super(detail ?? `refused with ${status}`);
    this.status = status;
    this.detail = detail;
  }
}

export const unknownParameter = (name: string) => new Refusal(`unknown parameter ${name}`);
export const missingValues = (names: readonly string[]) =>
  new Refusal(`missing value(s) of argument(s) ${names.join(' ')}`);
export const noMatch = (name: string) => new Refusal(`input does not match any value of ${name}`);
export const invalidValue = (name: string) => new Refusal(`invalid value for argument ${name}`);
export const outOfRange = (name: string, range: string) =>
  new Refusal(`value of ${name} out of range (${range})`);
export const noSuchItem = () => new Refusal('no such item');
export const noSuchCommand = (name: string) => new Refusal(`no such command or directory (${name})`);
export const failure = (what: string) => new Refusal(`failure: ${what}`);
export const notFound = () => new Refusal(undefined, 404);

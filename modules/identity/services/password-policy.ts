import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';

const MAX_LENGTH = 1_024;

const classes: readonly { readonly type: string; readonly pattern: RegExp; readonly message: string }[] = [
  { type: 'no_upper', pattern: /\p{Lu}/u, message: 'needs an upper-case letter' },
  { type: 'no_lower', pattern: /\p{Ll}/u, message: 'needs a lower-case letter' },
  { type: 'no_digit', pattern: /\p{Nd}/u, message: 'needs a digit' },
  { type: 'no_special', pattern: /[^\p{L}\p{N}\s]/u, message: 'needs a special character' },
];

/** Which passwords people may choose (SPEC 8, DECISIONS 11). */
export class PasswordPolicy {
  readonly #minLength: number;

  constructor(minLength: number) {
    this.#minLength = minLength;
  }

  /** Throws `kernel.validation_failed` naming everything that is wrong with `password`. */
  check(password: string, field: string): void {
    const details = this.#problems(password).map(
      ({ type, message }): ErrorDetail => ({ field, type, message }),
    );
    if (details.length > 0) throw validationFailed({ details });
  }

  #problems(password: string): readonly { readonly type: string; readonly message: string }[] {
    const length = [...password].length;
    if (length < this.#minLength)
      return [{ type: 'too_short', message: `needs at least ${this.#minLength} characters` }];
    if (length > MAX_LENGTH) return [{ type: 'too_long', message: `takes at most ${MAX_LENGTH} characters` }];
    return classes.filter(({ pattern }) => !pattern.test(password));
  }
}

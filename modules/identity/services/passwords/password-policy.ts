import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { PasswordOwner } from '../../contract.ts';
import { foldLogin } from '../sign-in/login-name.ts';
import type { LeakedPasswords } from './leaked-passwords.ts';

const MAX_LENGTH = 1_024;
/** Shorter names turn up in words by chance. */
const MIN_NAME_LENGTH = 4;

type Problem = Pick<ErrorDetail, 'type' | 'message'>;

const classes: readonly (Problem & { readonly pattern: RegExp })[] = [
  { type: 'no_upper', pattern: /\p{Lu}/u, message: 'needs an upper-case letter' },
  { type: 'no_lower', pattern: /\p{Ll}/u, message: 'needs a lower-case letter' },
  { type: 'no_digit', pattern: /\p{Nd}/u, message: 'needs a digit' },
  { type: 'no_special', pattern: /[^\p{L}\p{N}\s]/u, message: 'needs a special character' },
];

const LEAKED: Problem = { type: 'leaked', message: 'is, or is hardly more than, one that everybody tries' };
const PERSONAL: Problem = { type: 'personal', message: 'contains the user name or the e-mail address' };

/** Which passwords people may choose (SPEC 8, DECISIONS 11). */
export class PasswordPolicy extends Service<{ minLength: number; leaked: Pick<LeakedPasswords, 'has'> }> {
  /** Throws `kernel.validation_failed` naming everything that is wrong with `password`. */
  async check(password: string, field: string, owner: PasswordOwner = {}): Promise<void> {
    const problems = await this.#problems(password, owner);
    const details = problems.map(({ type, message }): ErrorDetail => ({ field, type, message }));
    if (details.length > 0) throw validationFailed({ details });
  }

  async #problems(password: string, owner: PasswordOwner): Promise<readonly Problem[]> {
    const length = [...password].length;
    if (length < this.parts.minLength)
      return [{ type: 'too_short', message: `needs at least ${this.parts.minLength} characters` }];
    if (length > MAX_LENGTH) return [{ type: 'too_long', message: `takes at most ${MAX_LENGTH} characters` }];
    return [
      ...classes.filter(({ pattern }) => !pattern.test(password)),
      ...((await this.parts.leaked.has(password)) ? [LEAKED] : []),
      ...(containsName(password, owner) ? [PERSONAL] : []),
    ];
  }
}

function containsName(password: string, { username = '', email = '' }: PasswordOwner): boolean {
  const folded = foldLogin(password);
  return [username, email.split('@', 1)[0] ?? '']
    .map(foldLogin)
    .some((name) => [...name].length >= MIN_NAME_LENGTH && folded.includes(name));
}

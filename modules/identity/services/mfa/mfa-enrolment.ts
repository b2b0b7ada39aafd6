import type { Database, UnitOfWork } from '@patchbay/kernel/database';
import { Service } from '@patchbay/kernel/di';
import { notFound } from '@patchbay/kernel/errors';
import type { Principal } from '@patchbay/kernel/permissions';
import type { Factors } from '../../contract.ts';
import { mfaEnabled, mfaNotEnabled, mfaNotSetUp, wrongCode } from '../../errors/mfa.ts';
import { type OwnPassword, passwordOf } from '../passwords/own-password.ts';
import { ownRow } from '../tokens/sessions.ts';
import type { BackupCodes } from './backup-codes.ts';
import type { SecondStep } from './second-step.ts';
import type { TotpCodes } from './totp-codes.ts';
import type { TotpFactors } from './totp-factors.ts';
import { totpKind } from './totp-kind.ts';

export interface MfaState {
  readonly enabled: boolean;
  readonly methods: readonly string[];
  readonly backup_codes_left: number;
}

export interface MfaSetup {
  readonly secret: string;
  readonly otpauth_url: string;
  readonly qr_svg: string;
}

export interface DisableInput {
  readonly password?: string | undefined;
  readonly code: string;
}

/** Everybody's own authenticator app and backup codes. */
export class MfaEnrolment extends Service<{
  database: Database;
  factors: Factors;
  codes: TotpCodes;
  totp: TotpFactors;
  backup: BackupCodes;
  step: SecondStep;
  password: OwnPassword;
}> {
  async state(principal: Principal): Promise<MfaState> {
    const user_id = userOf(principal);
    const methods = await this.parts.factors.methodsOf(user_id);
    const stored = await this.parts.database.read(principal, (unit) =>
      this.parts.backup.stored(unit, user_id),
    );
    const backup_codes_left = stored.filter(({ is_used }) => !is_used).length;
    return { enabled: methods.length > 0, methods, backup_codes_left };
  }

  /** A new secret instead of one that waits. Throws `identity.mfa_enabled` and `identity.totp_unavailable`. */
  async setup(principal: Principal): Promise<MfaSetup> {
    const user_id = userOf(principal);
    const secret = await this.parts.codes.newSecret();
    const account = await this.parts.database.write(principal, async (work) => {
      await ownRow(work, principal);
      await this.parts.totp.pend(work, user_id, secret);
      record(work, 'auth.mfa_set_up', user_id);
      return emailOf(work, user_id);
    });
    const otpauth_url = await this.parts.codes.addressOf(secret, account);
    const { default: qrcode } = await import('qrcode');
    const qr_svg = await qrcode.toString(otpauth_url, { type: 'svg' });
    return { secret: secret.reveal(), otpauth_url, qr_svg };
  }

  /** Answers the backup codes; ends every session, this one included (SPEC 3.2). */
  async enable(principal: Principal, code: string): Promise<readonly string[]> {
    const user_id = userOf(principal);
    await this.parts.codes.assertAvailable();
    const waiting = await this.parts.database.read(principal, (unit) => this.parts.totp.find(unit, user_id));
    if (waiting === undefined) throw mfaNotSetUp();
    if (waiting.is_enabled) throw mfaEnabled();
    const step = await this.parts.codes.stepOf(waiting.secret, code.replace(/\s/g, ''));
    if (step === null) throw wrongCode();
    await this.#spendFirst(principal, waiting.id, step);
    const { codes, hashes } = await this.parts.backup.make();
    await this.parts.database.write(principal, async (work) => {
      await ownRow(work, principal);
      if (!(await this.parts.totp.enable(work, waiting.id))) throw mfaNotSetUp();
      await this.parts.backup.replace(work, user_id, hashes);
      await this.parts.factors.changed(work, user_id);
      record(work, 'auth.mfa_enabled', user_id);
    });
    return codes;
  }

  /** Takes the authenticator app away; ends every session. Backup codes stay while another factor does. */
  async disable(principal: Principal, { password, code }: DisableInput, ip: string): Promise<void> {
    const user_id = userOf(principal);
    const [enrolled, stored] = await this.parts.database.read(principal, ({ sql }) =>
      Promise.all([totpKind.isEnrolled(sql, user_id), passwordOf(sql, user_id)]),
    );
    if (!enrolled) throw mfaNotEnabled();
    const refusal = { action: 'auth.mfa_disable_refused', detail: { ip } };
    if (stored !== null) await this.parts.password.show(principal, stored, password ?? '', refusal);
    await this.#takeCode(principal, code, ip);
    await this.parts.database.write(principal, async (work) => {
      await ownRow(work, principal);
      await totpKind.remove(work, user_id);
      await this.parts.factors.changed(work, user_id);
      record(work, 'auth.mfa_disabled', user_id);
    });
  }

  /** New backup codes; the former ones are void. */
  async renewCodes(principal: Principal, code: string, ip: string): Promise<readonly string[]> {
    const user_id = userOf(principal);
    const methods = await this.parts.factors.methodsOf(user_id);
    if (methods.length === 0) throw mfaNotEnabled();
    await this.#takeCode(principal, code, ip);
    const { codes, hashes } = await this.parts.backup.make();
    await this.parts.database.write(principal, async (work) => {
      await ownRow(work, principal);
      await this.parts.backup.replace(work, user_id, hashes);
      record(work, 'auth.backup_codes_renewed', user_id);
    });
    return codes;
  }

  /** Before the slow hashes of backup codes, so that one code costs them once. */
  async #spendFirst(principal: Principal, id: string, step: number): Promise<void> {
    const won = await this.parts.database.write(principal, (work) => this.parts.totp.spend(work, id, step));
    if (!won) throw wrongCode();
  }

  async #takeCode(principal: Principal, code: string, ip: string): Promise<void> {
    const owner = { user_id: userOf(principal), organization_id: principal.organization_id };
    if ((await this.parts.step.take(owner, code, ip)) === null) throw wrongCode();
  }
}

function userOf({ user_id }: Principal): string {
  if (user_id === null) throw notFound();
  return user_id;
}

function record(work: UnitOfWork, action: string, user_id: string): void {
  work.audit.record({ action, target_type: 'user', target_id: user_id });
}

async function emailOf({ sql }: UnitOfWork, user_id: string): Promise<string> {
  const { email } = await sql
    .selectFrom('users')
    .select('email')
    .where('id', '=', user_id)
    .executeTakeFirstOrThrow();
  return email;
}

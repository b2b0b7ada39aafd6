import { Service } from '@patchbay/kernel/di';
import { Secret, type SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type * as Otplib from 'otplib';
import { totpUnavailable } from '../../errors/mfa.ts';

export type TotpLibrary = Pick<typeof Otplib, 'generate' | 'generateSecret' | 'generateURI'>;
export type LoadTotpLibrary = () => Promise<TotpLibrary>;

const ISSUER = 'Patchbay';
const PERIOD_SECONDS = 30;
/** Clocks of telephones may be one step early or late (DECISIONS 10). */
const DRIFT_STEPS = [-1, 0, 1];

/** Codes of authenticator apps: RFC 6238, six digits, thirty seconds, SHA-1, which is what the apps know. */
export class TotpCodes extends Service<{
  load: LoadTotpLibrary;
  secrets: Pick<SecretBox, 'equal'>;
  clock: Clock;
}> {
  /** Throws `identity.totp_unavailable` while the library cannot be loaded, as everything here does. */
  async assertAvailable(): Promise<void> {
    await this.#library();
  }

  /** 160 random bits in Base32. */
  async newSecret(): Promise<Secret> {
    const { generateSecret } = await this.#library();
    return new Secret(generateSecret());
  }

  /** The `otpauth://` address that apps scan; it holds the secret. */
  async addressOf(secret: Secret, account: string): Promise<string> {
    const { generateURI } = await this.#library();
    return generateURI({ issuer: ISSUER, label: account, secret: secret.reveal() });
  }

  /** The time step whose code this is, as far as the drift allows; null for a wrong one. */
  async stepOf(secret: Secret, code: string): Promise<number | null> {
    const { generate } = await this.#library();
    const now = Math.floor(this.parts.clock.now().getTime() / 1_000 / PERIOD_SECONDS);
    const steps = DRIFT_STEPS.map((drift) => now + drift);
    const codes = await Promise.all(
      steps.map((step) => generate({ secret: secret.reveal(), epoch: step * PERIOD_SECONDS })),
    );
    const matching = steps.filter((_, index) => this.parts.secrets.equal(codes[index] ?? '', code));
    return matching.at(-1) ?? null;
  }

  async #library(): Promise<TotpLibrary> {
    try {
      return await this.parts.load();
    } catch (cause) {
      throw totpUnavailable({ cause });
    }
  }
}

import { Service } from '@patchbay/kernel/di';
import type { SecretBox } from '@patchbay/kernel/secrets';
import type { Clock } from '@patchbay/kernel/telemetry';
import type { ProviderLookup } from '../providers/provider-lookup.ts';
import { authnRequestUrl } from './authn-request.ts';

/** Logins at a SAML identity provider: they begin here, and no answer is taken yet (SPEC 5.5). */
export class SamlLogin extends Service<{
  lookup: ProviderLookup;
  box: Pick<SecretBox, 'randomToken'>;
  clock: Clock;
}> {
  /** Redirect of the browser; answers are awaited at `answer_url`. */
  async begin(provider_id: string, answer_url: string): Promise<string> {
    const { config } = await this.parts.lookup.enabled(provider_id, 'saml');
    return authnRequestUrl(config, {
      id: `_${this.parts.box.randomToken(20)}`,
      issued_at: this.parts.clock.now(),
      answer_url,
      relay_state: this.parts.box.randomToken(),
    });
  }
}

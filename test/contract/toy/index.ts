import { contribute, contributeWith } from '@patchbay/kernel/extension';
import { defineModule } from '@patchbay/kernel/modules';
import { OUTBOUND } from '@patchbay/kernel/outbound';
import { outboundSend, STAGED_FEATURES, VENDORS, type Vendor } from '@patchbay/vendor-kit';
import { acmeFeatures } from './services/acme-names.ts';
import { AcmeSession } from './services/acme-session.ts';

const acme: Omit<Vendor, 'connect'> = {
  id: 'acme',
  title: 'Acme',
  gateway: false,
  feature_prefix: 'acme.',
  routing: { kind: 'controller_scoped', families: ['acme'] },
  areas: ['dns'],
};

/** A vendor as a third party would add it: a folder of its own, and nothing edited beside it. */
export default defineModule({
  id: 'vendor-acme',
  title: 'Acme',
  status: 'available',
  prefixes: [],
  contributes: [
    contributeWith(
      VENDORS,
      { outbound: OUTBOUND },
      ({ outbound }): Vendor => ({
        ...acme,
        connect: (target) => new AcmeSession(outboundSend(outbound), target),
      }),
    ),
    ...contribute(STAGED_FEATURES, ...acmeFeatures),
  ],
});

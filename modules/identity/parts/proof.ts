import { contributeWith } from '@patchbay/kernel/extension';
import { PROOF_KEEPERS } from '@patchbay/kernel/permissions';
import { sendEmailChange, sendEmailNotice } from '../jobs/email.ts';
import * as emailRoutes from '../routes/email.ts';
import * as reauthenticationRoutes from '../routes/reauthentication.ts';
import { SessionProofs } from '../services/proofs/session-proofs.ts';

/** Proofs of identity and of addresses, for the module's declaration. */
export const routes = [reauthenticationRoutes, emailRoutes].flatMap((each) => Object.values(each));
export const jobs = [sendEmailChange, sendEmailNotice];
export const contributes = [
  contributeWith(PROOF_KEEPERS, { proofs: SessionProofs }, ({ proofs: kept }) => kept),
];

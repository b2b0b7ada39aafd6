import { securityAccountLocked, securityStuffingDetected } from '../events.ts';
import { sendResetMail } from '../jobs/accounts.ts';
import * as resetRoutes from '../routes/password-reset.ts';
import * as registrationRoutes from '../routes/registration.ts';

/** Recovery, registration and the counting of failures, for the module's declaration. */
export const routes = [resetRoutes, registrationRoutes].flatMap((each) => Object.values(each));
export const jobs = [sendResetMail];
export const events = [securityAccountLocked, securityStuffingDetected];

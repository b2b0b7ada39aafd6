import { randomBytes } from 'node:crypto';

/** Options that mean the same for every vendor. */
export interface LabControllerOptions {
  /** Port of the simulated product on 127.0.0.1; 0 or absent picks a free one. */
  readonly port?: number;
  readonly control_port?: number;
  /** Plain HTTP instead of HTTPS with a self-signed certificate. */
  readonly plain_http?: boolean;
  /** Client devices the seed puts behind the controller. */
  readonly devices?: number;
  /** Every ledger entry is also appended to this file, so that it outlives a killed process. */
  readonly ledger_file?: string;
}

/** Options of products that people sign in to with a name and a password. */
export interface LoginOptions extends LabControllerOptions {
  readonly username?: string;
  readonly password?: string;
}

/** Options of products that restart. */
export interface RebootOptions extends LabControllerOptions {
  /** How long a reboot refuses connections, in milliseconds of the lab clock. */
  readonly reboot_ms?: number;
}

const maxDevices = 10_000;

/** How many client devices the seed puts behind a controller. */
export const clientDevices = ({ devices = 24 }: LabControllerOptions): number =>
  Math.min(maxDevices, Math.max(0, Math.floor(devices)));

/** The login of a product: as the options name it, else with a random password. */
export const loginOf = (options: LoginOptions, username: string) => ({
  username: options.username ?? username,
  password: options.password ?? randomBytes(12).toString('base64url'),
});

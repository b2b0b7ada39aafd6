import type { FaultSwitches } from './faults.ts';
import type { LabClock } from './lab-clock.ts';
import type { Ledger } from './ledger.ts';

/** Where a started controller can be reached; its control server has a loopback port of its own. */
export interface LabEndpoint {
  readonly url: string;
  readonly credentials: {
    readonly username: string;
    readonly password: string;
    /** Where the product knows keys besides passwords. */
    readonly api_key?: string;
  };
  /** Answers `{entries}`: every write the controller received. */
  readonly ledger_url: string;
  readonly control_url: string;
  /** SHA-256 of the certificate as colon separated hex; absent over plain HTTP. */
  readonly tls_fingerprint?: string;
}

/** What every simulated controller offers, whatever product it stands for. */
export interface LabController {
  readonly vendor: string;
  readonly clock: LabClock;
  readonly faults: FaultSwitches;
  readonly ledger: Ledger;
  start(): Promise<LabEndpoint>;
  stop(): Promise<void>;
  /** One digest of its whole configuration, secrets included: equal for as long as nothing was written. */
  stateHash(): string;
  /** Off, for a time on the lab clock or for good, or on again. */
  power(up: boolean, forMs?: number): Promise<void>;
}

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

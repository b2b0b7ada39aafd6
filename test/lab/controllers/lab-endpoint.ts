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

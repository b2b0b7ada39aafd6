import {
  type AdapterErrorType,
  type AdapterOutcome,
  AdapterError as GatewayAdapterError,
} from '@patchbay/module-gateway/contract';

export type { AdapterErrorType, AdapterOutcome };

export interface AdapterFailure {
  readonly type: AdapterErrorType;
  readonly outcome: AdapterOutcome;
  readonly message: string;
  /** HTTP status the firewall answered with. */
  readonly status?: number;
  /** The stable id of what it refused (`FIELD_MUST_BE_UNIQUE`). */
  readonly response_id?: string;
  readonly retry_after_seconds?: number;
  readonly cause?: unknown;
}

/** A call to a firewall that failed, with what may have happened there. Carries no credentials and no request body. */
export class AdapterError extends GatewayAdapterError {
  readonly status: number | undefined;
  readonly response_id: string | undefined;

  constructor(failure: AdapterFailure) {
    super(failure.type, failure.outcome, failure.message, failure.cause, failure.retry_after_seconds);
    this.status = failure.status;
    this.response_id = failure.response_id;
  }
}

/** Refused by ourselves before anything was sent that could change the firewall. */
export const notSent = (message: string, type: AdapterErrorType = 'adapter_error'): AdapterError =>
  new AdapterError({ type, outcome: 'not_sent', message });

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
  /** HTTP status the device answered with. */
  readonly status?: number;
  /** The device's own words, bounded. */
  readonly detail?: string;
  readonly retry_after_seconds?: number;
  readonly cause?: unknown;
}

/** A request to a device that failed, with what may have happened there. Carries no credentials and no request body. */
export class AdapterError extends GatewayAdapterError {
  readonly status: number | undefined;
  readonly detail: string | undefined;

  constructor(failure: AdapterFailure) {
    super(failure.type, failure.outcome, failure.message, failure.cause, failure.retry_after_seconds);
    this.status = failure.status;
    this.detail = failure.detail;
  }
}

import type { Contributions } from '../../extension/index.ts';
import type { PermissionMap, SiteGuard } from '../../permissions/index.ts';
import type { Clock, Logger } from '../../telemetry/index.ts';
import type { RouteTable } from './compiled/route-table.ts';
import type { Idempotency } from './idempotency/idempotency.ts';
import type { Refusals } from './refusals.ts';
import type { ReplyCheck } from './reply/answer.ts';
import type { ClientAddresses } from './request/client-address.ts';
import type { CrossOrigin } from './request/cors.ts';
import type { Identification } from './request/credentials.ts';
import type { CsrfTokens } from './request/csrf-tokens.ts';
import type { Proofs } from './request/proofs.ts';
import type { RateLimits } from './request/rate-limits.ts';
import type { RequestRecord } from './request/request-record.ts';
import type { OnRoute } from './route-watch.ts';

/** What the pipeline asks at each of its steps. */
export interface PipelineParts {
  readonly routes: RouteTable;
  readonly permissions: PermissionMap;
  readonly identification: Identification;
  readonly limits: RateLimits;
  readonly siteGuards: Contributions<SiteGuard> | null;
  readonly proofs: Proofs;
  readonly idempotency: Idempotency;
  readonly addresses: ClientAddresses;
  readonly crossOrigin: CrossOrigin;
  readonly csrfTokens: Pick<CsrfTokens, 'isOf'>;
  /** Whether a page of this origin may use our cookies. */
  isOwnOrigin(origin: string): boolean;
  readonly record: RequestRecord;
  readonly refusals: Refusals | null;
  readonly logger: Logger;
  readonly clock: Clock;
  readonly checkReply: ReplyCheck | null;
  /** Told how handlers keep to what their routes declare; for tests. */
  readonly onRoute: OnRoute | null;
  baseUrl(): string;
}

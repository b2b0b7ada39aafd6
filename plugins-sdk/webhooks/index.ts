export { type LedgerState, type MissingNumbers, SequenceLedger } from './sequence-ledger.ts';
export {
  type Refusal,
  type Verification,
  type VerifyOptions,
  verifyWebhook,
  type WebhookRequest,
} from './verify.ts';

export { isRestCall } from './ledger-book.ts';
export { metFaults } from './met-faults.ts';
export type {
  FeatureSample,
  LabDevice,
  Payload,
  Refusal,
  Samples,
  VendorContract,
  Written,
} from './samples.ts';
export { vendorContract } from './vendor-contract.ts';

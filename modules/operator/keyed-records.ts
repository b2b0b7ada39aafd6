import { type ExtensionPoint, extensionPoint } from '@patchbay/kernel/extension';

/** A record of a module that is signed with SECRET_KEY. */
export interface KeyedRecord {
  /** Signs the end of every organization's record with the current key; the former one is about to go. */
  signAgain(): Promise<void>;
  /** Ends that no given key has signed. */
  countForeign(): Promise<number>;
}

/** `contributes: [contributeWith(KEYED_RECORDS, deps, keyedRecord)]` */
export const KEYED_RECORDS: ExtensionPoint<KeyedRecord> = extensionPoint('operator.keyed-records', {
  whileOff: true,
});

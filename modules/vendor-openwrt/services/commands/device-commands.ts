import type { Push, VendorValue, Verification } from '@patchbay/vendor-kit';
import type { TSchema } from 'typebox';
import type { CallArguments, CallData } from '../exchange/ubus-client.ts';

/** The part of a session that commands use. */
export interface CommandAccess {
  call(object: string, method: string, given?: CallArguments, timeoutMs?: number): Promise<CallData | null>;
  upload(path: string, content: Buffer): Promise<CallData>;
  /** Whether this password signs in at the device. */
  isLogin(username: string, password: string): Promise<boolean>;
}

/** Work of a feature that acts at once, without the configuration. */
export interface DeviceCommand {
  /** The calls as the feature table has them; a table that says otherwise stops the module. */
  readonly call: string;
  /** Meaning of `target_id`, where the command needs one. */
  readonly needsTarget?: boolean;
  readonly payload: TSchema;
  /** Output of the device, for readers of the attempt. */
  run(access: CommandAccess, push: Push): Promise<VendorValue | null>;
  /** Reads back what can be read back. */
  check?(
    access: CommandAccess,
    push: Push,
  ): Promise<Omit<Verification, 'value'> & { readonly value?: VendorValue }>;
  /** The value a stager sees before; where there is one. */
  read?(access: CommandAccess): Promise<VendorValue | null>;
  /** Entries of the feature's list. */
  list?(access: CommandAccess): Promise<readonly VendorValue[]>;
}

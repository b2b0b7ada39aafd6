import { Service } from '@patchbay/kernel/di';
import { type ErrorDetail, validationFailed } from '@patchbay/kernel/errors';
import type { Contributions } from '@patchbay/kernel/extension';
import { refersTo } from '@patchbay/kernel/fabric';
import { SchemaCompiler } from '@patchbay/kernel/schema';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import Type, { type TSchema } from 'typebox';
import type { NotificationChannel } from '../../contract.ts';
import { addressReceiver, INBOX, type Receiver } from './receiver.ts';

const InboxSettings = Type.Object(
  { user_ids: Type.Array(refersTo('user'), { minItems: 1, maxItems: 100 }) },
  { additionalProperties: false },
);

/** Receivers that `channels` of a notice names. */
export interface DirectReceivers {
  readonly user_ids: readonly string[];
  readonly others: readonly Receiver[];
}

/** Reads `channels` of `fabric.notify`: one object of settings per channel, each as its channel declares. */
export class ChannelSettings extends Service<{ channels: Contributions<NotificationChannel> }> {
  readonly #ajv = new SchemaCompiler({ allErrors: true, strict: false });
  readonly #validators = new WeakMap<object, ValidateFunction>();
  #shown: { readonly version: number; readonly schema: TSchema } | undefined;

  /** Schema of `channels` while these channels are there; the same object until one comes or goes. */
  schema(): TSchema {
    const { values, version } = this.parts.channels;
    if (this.#shown?.version !== version) {
      const settings = values.map(({ id, settings }) => [id, Type.Optional(settings)] as const);
      const properties = { ...Object.fromEntries(settings), [INBOX]: Type.Optional(InboxSettings) };
      const schema = Type.Object(properties, { additionalProperties: false, minProperties: 1 });
      this.#shown = { version, schema };
    }
    return this.#shown.schema;
  }

  /** Throws `kernel.validation_failed` for channels that are not there and settings that do not fit. */
  receiversOf(wanted: Readonly<Record<string, unknown>>): DirectReceivers {
    const channels = new Map(this.parts.channels.values.map((channel) => [channel.id, channel]));
    const details = Object.entries(wanted).flatMap(([id, settings]) =>
      this.#faultsOf(id, id === INBOX ? InboxSettings : channels.get(id)?.settings, settings),
    );
    if (details.length > 0) throw validationFailed({ details });
    const { [INBOX]: inbox, ...others } = wanted;
    return {
      user_ids: (inbox as { readonly user_ids: readonly string[] } | undefined)?.user_ids ?? [],
      others: Object.entries(others).flatMap(([id, settings]) =>
        (channels.get(id)?.addressesOf(settings) ?? []).map(({ address, label }) =>
          addressReceiver(id, address, label),
        ),
      ),
    };
  }

  #faultsOf(id: string, schema: TSchema | undefined, settings: unknown): readonly ErrorDetail[] {
    const field = `params.channels.${id}`;
    if (schema === undefined) return [{ field, message: 'no such channel here', type: 'unknown_channel' }];
    const validate = this.#validators.get(schema) ?? this.#ajv.compile(schema);
    this.#validators.set(schema, validate);
    if (validate(settings)) return [];
    return (validate.errors ?? []).map((error) => ({
      field: [field, ...error.instancePath.split('/').slice(1)].join('.'),
      message: error.message ?? 'is not valid',
      type: error.keyword,
    }));
  }
}
